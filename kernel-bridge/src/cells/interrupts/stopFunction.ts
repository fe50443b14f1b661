/** Name of the main thread's global function that ends what runs there. */
export const STOP_FUNCTION = '__kernelscope_stop__';
