/**
 * Replaces in the build what libraries import and we don't use: MUI's ripple, which the theme turns off, and Emotion's
 * `withTheme`.
 */
const unused = () => null;

// oxlint-disable-next-line import/no-default-export -- they import it so
export default unused;
