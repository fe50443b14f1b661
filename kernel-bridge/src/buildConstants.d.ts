/** Version of this package, put in by the build. */
declare const KERNELSCOPE_VERSION: string;
