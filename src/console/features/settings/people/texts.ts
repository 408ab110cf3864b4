import { roles, type RoleName } from '#contract/permissions.ts';
import type { Person } from '#contract/settings-records.ts';

const labelOf = (role: string) => (Object.hasOwn(roles, role) ? roles[role as RoleName].label : role);

export const merchantText = (merchant: string) => (merchant === '*' ? 'all merchants' : merchant);

/** One line for each role: "Clerk for 5001, 5002". */
export function roleLines({
  Roles,
  Permissions,
  Merchants,
}: Pick<Person, 'Roles' | 'Permissions' | 'Merchants'>): string[] {
  const names = [...new Set(Roles.map(({ Role }) => Role))];
  const lines = names.map((name) => {
    const merchants = Roles.filter(({ Role }) => Role === name).map(({ Merchant }) => merchantText(Merchant));
    return `${labelOf(name)} for ${merchants.join(', ')}`;
  });
  if (Permissions.length === 0 || Merchants.length === 0) return lines;
  const range = Merchants.length > 3 ? `${Merchants.length} merchants` : Merchants.map(merchantText).join(', ');
  return [...lines, `Custom role, ${range}`];
}
