interface Policies {
  createPolicy(name: 'default', rules: { createScriptURL(address: string): string | undefined }): unknown;
}

/**
 * The page's policy accepts no text as markup or script (Trusted Types), and script addresses only from this origin,
 * for our workers. Browsers without Trusted Types still apply the rest of the policy.
 */
export function trustOwnScripts(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies };
  trustedTypes?.createPolicy('default', {
    createScriptURL: (address) => (new URL(address, location.href).origin === location.origin ? address : undefined),
  });
}
