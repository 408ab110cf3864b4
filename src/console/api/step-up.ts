/** What a service asks for besides a valid token: a second factor, or a recent one (RFC 9470, 3). */
export interface StepUp {
  acr_values?: string;
  /** Seconds. */
  max_age?: number;
}

/** Undefined unless the service wants the person to confirm who they are. */
export function stepUpIn(challenge: string | null): StepUp | undefined {
  if (!challenge?.includes('insufficient_user_authentication')) return undefined;
  const [acr, age] = ['acr_values', 'max_age'].map((name) => new RegExp(`${name}="?([^",]*)`).exec(challenge)?.[1]);
  return { ...(acr && { acr_values: acr }), ...(age && { max_age: Number(age) }) };
}
