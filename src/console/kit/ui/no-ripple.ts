/** Replaces MUI's ripple in the build. The theme turns it off, but every button would load its 2 KB. */
const NoRipple = () => null;

// oxlint-disable-next-line import/no-default-export -- MUI imports it so
export default NoRipple;
