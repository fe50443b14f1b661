/** The gettext domain of every string a person sees. */
export const TRANSLATION_DOMAIN = 'kernelscope';
