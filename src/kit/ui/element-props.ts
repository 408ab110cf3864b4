/** MUI's and ours; its test looks for props that are missing here. */
const ours = new Set(['as', 'sx', 'theme', 'ownerState', 'tone', 'depth']);

/**
 * Which props of `styled('div')` become attributes. Replaces Emotion's list of all attributes that there are, which every
 * page would load.
 */
const isAttribute = (prop: string) => !ours.has(prop);

// oxlint-disable-next-line import/no-default-export -- Emotion imports it so
export default isAttribute;
