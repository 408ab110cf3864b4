/** Whether a status says that a provider, or a proxy before it, cannot answer for now. */
export const isPassingStatus = (status: number): boolean => [429, 502, 503, 504].includes(status);
