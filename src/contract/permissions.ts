/** Permissions of people and programs. Those of the interface are `<resource>:<read|write>`. */
const readOnly = ['reports', 'lookups', 'cases'];
// `sandbox` is the test clock, which exists in the sandbox only.
const readAndWrite = 'mandates contracts instalments omni payouts clients initiates messages sandbox'.split(' ');

export const readPermissions: readonly string[] = [...readAndWrite, ...readOnly].map((resource) => `${resource}:read`);

/** Every permission of the interface, without those of our extensions. */
export const allPermissions: readonly string[] = [
  ...readPermissions,
  ...readAndWrite.map((resource) => `${resource}:write`),
];

/**
 * Permissions of this service's extensions (docs/decisions.md, 51): release what waits for a second person, close a month, manage
 * people, programs and settings, and read the audit log. No scope and no set of permissions includes them: they are named, or
 * come with a role.
 */
export const extensionPermissions = ['release', 'close', 'administer', 'audit'] as const;

/** Never a program's: it could release what it prepared, or create a person who does. */
export const personPermissions: readonly string[] = ['release', 'administer'];

interface Role {
  label: string;
  /** Completes "An auditor …". */
  about: string;
  permissions: readonly string[];
}

/** A person has roles for each merchant, and may have several. */
export const roles = {
  administrator: {
    label: 'Administrator',
    about: 'manages people, programs and settings, and views everything',
    permissions: [...readPermissions, 'administer', 'audit'],
  },
  manager: {
    label: 'Manager',
    about: 'releases what others prepare, closes months and views everything',
    permissions: [...readPermissions, 'release', 'close'],
  },
  clerk: {
    label: 'Clerk',
    about: 'prepares: creates, changes and cancels',
    permissions: allPermissions,
  },
  finance: {
    label: 'Finance',
    about: 'views everything, exports reports and closes months',
    permissions: [...readPermissions, 'close'],
  },
  support: {
    label: 'Support',
    about: 'views everything, looks up cases and sends messages',
    permissions: [...readPermissions, 'messages:write'],
  },
  auditor: {
    label: 'Auditor',
    about: 'views everything and the audit log, and changes nothing',
    permissions: [...readPermissions, 'audit'],
  },
} as const satisfies Record<string, Role>;
export type RoleName = keyof typeof roles;
export const roleNames = Object.keys(roles) as RoleName[];

/** A role for a merchant, or for all of them (`*`), as it is stored and as a token carries it: `manager:5001`. */
interface RoleAt {
  role: RoleName;
  merchant: string;
}

const isRole = (name: string): name is RoleName => Object.hasOwn(roles, name);

/** Undefined for a text that names no role. */
export function roleAt(text: string): RoleAt | undefined {
  const [role = '', merchant = '', ...more] = text.split(':');
  return isRole(role) && merchant !== '' && more.length === 0 ? { role, merchant } : undefined;
}

export const roleText = ({ role, merchant }: RoleAt): string => `${role}:${merchant}`;

/** The rights in a token: each permission for each merchant, and roles for a merchant each. `*` is every merchant. */
export interface Claims {
  permissions: readonly string[];
  merchants: readonly string[];
  roles: readonly string[];
}

/** The permissions by merchant number; `*` is every merchant. */
export type Grants = ReadonlyMap<string, ReadonlySet<string>>;

/** Unknown roles give nothing. */
export function grantsOf(claims: Claims): Grants {
  const each = new Set(claims.permissions);
  const grants = new Map<string, ReadonlySet<string>>(claims.merchants.map((merchant) => [merchant, each]));
  for (const text of claims.roles) {
    const found = roleAt(text);
    if (found === undefined) continue;
    const { role, merchant } = found;
    grants.set(merchant, new Set([...(grants.get(merchant) ?? []), ...roles[role].permissions]));
  }
  return grants;
}

interface Holder {
  grants: Grants;
}

/** Whether the holder has the permission for the merchant. */
export const may = ({ grants }: Holder, permission: string, merchant: string): boolean =>
  grants.get(merchant)?.has(permission) === true || grants.get('*')?.has(permission) === true;

/** The merchants, or `*`, for which the holder has the permission. */
export const merchantsWith = ({ grants }: Holder, permission: string): string[] =>
  [...grants].filter(([, permissions]) => permissions.has(permission)).map(([merchant]) => merchant);
