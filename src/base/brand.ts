declare const brand: unique symbol;

/** A `T` that cannot be mistaken for another `T`: the compiler refuses to mix two brands. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
