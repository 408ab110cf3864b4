/** `071 555 8642`, `+27 71 555 8642`; numbers of other lengths stay unchanged. */
export const phoneText = (number: string): string =>
  number.replace(/^(0\d\d)(\d{3})(\d{4})$/, '$1 $2 $3').replace(/^\+?27(\d\d)(\d{3})(\d{4})$/, '+27 $1 $2 $3');
