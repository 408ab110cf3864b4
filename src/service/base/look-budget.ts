/** For what anybody can ask for: allows `most` at once, then one more every `every` milliseconds. */
export function lookBudget(most: number, every: number): () => boolean {
  let left = most;
  let since = performance.now();
  return () => {
    const earned = Math.floor((performance.now() - since) / every);
    since += earned * every;
    left = Math.min(most, left + earned);
    if (left === 0) return false;
    left--;
    return true;
  };
}
