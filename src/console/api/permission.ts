import type { Operation } from '#contract/operation.ts';
import { operations, type OperationName } from '#contract/operations.ts';
import { useSession } from './auth.ts';

/**
 * Why a sign-in with these permissions may not do something, in words for the person; nothing where it may, or where the
 * provider does not say what it may: then the service decides, and its answer is shown.
 */
export function forbidden(permissions: readonly string[] | undefined, name: OperationName): string | undefined {
  const { resource, method, summary }: Operation = operations[name];
  if (!permissions || permissions.includes(`${resource}:${method === 'GET' ? 'read' : 'write'}`)) return undefined;
  const what = method === 'GET' ? `view ${summary.replace(/^(Retrieve|Get) /, '')}` : summary;
  return `You don't have permission to ${what.charAt(0).toLowerCase()}${what.slice(1)}.`;
}

/** Why the person who is signed in may not do something; nothing where they may, or where nothing is named. */
export function useForbidden(name: OperationName | undefined): string | undefined {
  const { permissions } = useSession();
  return name && forbidden(permissions, name);
}
