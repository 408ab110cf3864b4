import type { Organisation } from '#contract/settings-records.ts';
import type { SettingsChange } from '#service/audit/audit.ts';
import { notFound } from '#service/base/errors.ts';
import { asMaintenanceWithin } from '#service/database/own-transaction.ts';
import type { Query } from '#service/database/query.ts';
import type { ChangeAnswer } from './change.ts';
import { mustAdministerAll } from './scope.ts';
import type { Request } from './serve.ts';

interface Row {
  organisation: string;
  name: string;
  merchants: string[];
  senders: string[];
  templates: Organisation['Templates'];
}

interface Stored extends Row {
  signIns: Organisation['SignIns'];
  formerEnds: string | null;
  hasSecret: boolean;
}

/** As the maintenance role, whose policies show every organisation; the secrets are out of its reach. */
export async function readOrganisations(query: Query, timeZone: string, organisation?: string): Promise<Stored[]> {
  // Each table alone: a distributed PostgreSQL joins its tables only by what it divides them by.
  const which = '$1::text is null or organisation = $1';
  const { organisations, senders, templates } = await asMaintenanceWithin(query, async () => ({
    organisations: await query<Pick<Row, 'organisation' | 'name' | 'merchants'>>(
      `select organisation, name, merchants from organisation where ${which} order by name, organisation`,
      [organisation ?? null],
    ),
    senders: await query<{ organisation: string; sender: string }>(
      `select organisation, sender from message_sender where ${which} order by sender`,
      [organisation ?? null],
    ),
    templates: await query<{ organisation: string; template: Row['templates'][number] }>(
      `select organisation, jsonb_strip_nulls(jsonb_build_object('Name', template_name, 'Language', language,
          'Status', template_status, 'Header', header_type, 'Text', body)) as template
        from message_template where ${which} order by template_name, language`,
      [organisation ?? null],
    ),
  }));
  const signIns = await query<{ organisation: string; username: string; disabled: boolean }>(
    'select organisation, username, disabled from sign_in.message_sign_in order by username',
  );
  const secrets = await query<{ organisation: string; formerEnds: string | null }>(
    `select organisation, to_char(nullif(greatest(former_until, now()), now()) at time zone $1, 'YYYY-MM-DD HH24:MI')
       as "formerEnds" from sign_in.callback_secret`,
    [timeZone],
  );
  return organisations.map((row) => {
    const isOfRow = (entry: { organisation: string }) => entry.organisation === row.organisation;
    const secret = secrets.find(isOfRow);
    return {
      ...row,
      senders: senders.filter(isOfRow).map(({ sender }) => sender),
      templates: templates.filter(isOfRow).map(({ template }) => template),
      signIns: signIns
        .filter(isOfRow)
        .map(({ username, disabled }) => ({ Username: username, Status: disabled ? 'Disabled' : 'Active' })),
      hasSecret: secret !== undefined,
      formerEnds: secret?.formerEnds ?? null,
    };
  });
}

export const organisationOf = (row: Stored): Organisation => ({
  Code: row.organisation,
  Name: row.name,
  Merchants: row.merchants,
  Senders: row.senders,
  Templates: row.templates,
  SignIns: row.signIns,
  HasCallbackSecret: row.hasSecret,
  ...(row.formerEnds !== null && { FormerSecretEnds: row.formerEnds }),
});

/** The organisation before a change, for administrators of all merchants (docs/decisions.md, 60). */
export async function storedOrganisation(query: Query, { caller, path, timeZone }: Request<never>): Promise<Stored> {
  mustAdministerAll(caller);
  const [row] = await readOrganisations(query, timeZone, path['organisation'] ?? '');
  if (!row) throw notFound();
  return row;
}

/** What to answer and to record after a change. */
export async function done(
  query: Query,
  timeZone: string,
  before: Row,
  { action, changes }: Pick<SettingsChange, 'action' | 'changes'>,
): Promise<ChangeAnswer<Organisation>> {
  const [row] = await readOrganisations(query, timeZone, before.organisation);
  if (!row) throw new Error('the organisation that was just changed is missing');
  return {
    answer: organisationOf(row),
    change:
      changes.length > 0
        ? {
            action,
            target: before.organisation,
            merchants: [...new Set([...before.merchants, ...row.merchants])],
            changes,
          }
        : undefined,
  };
}
