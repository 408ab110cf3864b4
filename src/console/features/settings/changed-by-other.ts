/** The order in which a service lists roles or products says nothing. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, it: unknown) => (Array.isArray(it) ? it.map(inOrder).toSorted() : it));

/**
 * Whether another administrator has changed it since the edit began. What the person wants may be there already: an earlier
 * answer was lost.
 */
export const isChangedByOther = (opened: unknown, wanted: unknown, now: unknown): boolean =>
  now !== undefined && ![opened, wanted].some((it) => inOrder(it) === inOrder(now));
