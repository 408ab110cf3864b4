import { permissionOf, type Operation } from '#contract/operation.ts';
import { operations } from '#contract/operations.ts';
import { may } from '#contract/permissions.ts';
import { callerWith } from '#service/base/permissions.ts';
import type { Query } from '#service/database/query.ts';
import type { HeldItem } from './store.ts';

interface Rights {
  permissions: string[];
  merchants: string[];
  roles: string[];
  isProgram: boolean;
}

/**
 * Whether who prepared an item could send it now: it leaves in their name. Of sign-ins of another issuer only tokens are known,
 * so this server does not ask about them.
 */
export async function mayStillSend(
  query: Query,
  { subject, merchant, operation: name }: Pick<HeldItem, 'subject' | 'merchant' | 'operation'>,
): Promise<boolean> {
  const operation: Operation = operations[name];
  const found = await query<Rights>(
    `select permissions, merchants, roles, is_program as "isProgram" from present_rights($1)`,
    [subject],
  );
  const holds = ({ isProgram, ...claims }: Rights) =>
    may(callerWith({ subject, name: subject, isProgram }, claims), permissionOf(operation), merchant);
  return found.some(holds);
}

export const authorGone = 'Who prepared it may no longer make this change.';
