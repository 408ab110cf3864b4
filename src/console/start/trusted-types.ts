interface Policies {
  createPolicy(name: 'default', rules: { createScriptURL(address: string): string | undefined }): unknown;
}

/**
 * The page's policy takes no text for markup or script (Trusted Types), and an address of a script only from here: our own
 * files, which workers are started from. Browsers that know no Trusted Types go on with the rest of the policy.
 */
export function trustOwnScripts(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies };
  trustedTypes?.createPolicy('default', {
    createScriptURL: (address) => (new URL(address, location.href).origin === location.origin ? address : undefined),
  });
}
