import { useMemo } from 'react';
import type { Operation } from '#contract/operation.ts';
import { operations, type OperationName } from '#contract/operations.ts';
import { grantsOf } from '#contract/permissions.ts';
import { useSession, type SignInSession } from './auth.ts';
import { useTenant } from './tenant.ts';

/** Undefined where the provider does not say. */
export function permissionsOf(claims: SignInSession['claims'], merchant: string): readonly string[] | undefined {
  const grants = claims && grantsOf(claims);
  return grants && [...(grants.get(merchant) ?? []), ...(grants.get('*') ?? [])];
}

/** For the merchant of the address. */
export function usePermissions(): readonly string[] | undefined {
  const { claims } = useSession();
  const { merchant } = useTenant();
  return useMemo(() => permissionsOf(claims, merchant), [claims, merchant]);
}

/** Undefined if the operation is allowed, or if permissions are unknown: then the service decides. */
export function forbiddenPermission(
  permissions: readonly string[] | undefined,
  name: OperationName,
): string | undefined {
  const { resource, method, summary }: Operation = operations[name];
  if (!permissions || permissions.includes(`${resource}:${method === 'GET' ? 'read' : 'write'}`)) return undefined;
  const what = method === 'GET' ? `view ${summary.replace(/^(Retrieve|Get) /, '')}` : summary;
  return `You don’t have permission to ${what.charAt(0).toLowerCase()}${what.slice(1)}.`;
}

export function useForbidden(name: OperationName | undefined): string | undefined {
  const permissions = usePermissions();
  return name && forbiddenPermission(permissions, name);
}

/** The sentence for a record of which none of the operations is allowed. */
export function useReadOnly(noun: string, names: readonly OperationName[]): string | undefined {
  const permissions = usePermissions();
  return names.every((name) => forbiddenPermission(permissions, name))
    ? `You can view this ${noun} but not change it.`
    : undefined;
}
