/** The C++ name that `name` stands for; `name` itself where it is not mangled, or cannot be demangled here. */
export type Demangle = (name: string) => string;
