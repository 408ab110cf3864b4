/**
 * Stands in the build for MUI's ripple: every button brings its code along, 2 KB that the first page waits for, and the theme
 * turns it off.
 */
const NoRipple = () => null;

// oxlint-disable-next-line import/no-default-export -- MUI imports it so
export default NoRipple;
