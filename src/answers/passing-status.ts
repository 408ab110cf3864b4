/** Of a provider while it cannot answer, and of proxies before it. */
export const isPassingStatus = (status: number): boolean => [429, 502, 503, 504].includes(status);
