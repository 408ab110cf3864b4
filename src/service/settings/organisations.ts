import { asMaintenanceWithin, inOwnTransaction } from '#service/database/own-transaction.ts';
import { changedSetting, merchantsMustExist } from './people.ts';
import { done, storedOrganisation, organisationOf, readOrganisations } from './read-organisations.ts';
import { mustAdministerAll, settingsRefusal, viewedScope } from './scope.ts';
import type { Handlers, Request } from './serve.ts';

const distinct = (list: readonly string[]): string[] => [...new Set(list)];

export const organisations: Handlers = {
  organisationsList: {
    async view({ caller, pool, timeZone }) {
      const seen = viewedScope(caller);
      const rows = await inOwnTransaction(pool, (query) => readOrganisations(query, timeZone));
      // A caller who sees one of its merchants sees the organisation, without the other merchants' numbers.
      const visible = rows.map((row) => ({ ...row, merchants: row.merchants.filter((it) => seen.has(it)) }));
      return {
        Organisations: visible.filter(({ merchants }) => seen.isAll || merchants.length > 0).map(organisationOf),
      };
    },
  },
  organisationAdd: {
    async change({ caller, body, timeZone }, query) {
      mustAdministerAll(caller);
      const merchants = distinct(body.Merchants);
      await merchantsMustExist(query, merchants, 'Merchants');
      const added = await asMaintenanceWithin(query, () =>
        query(
          'insert into organisation (organisation, name, merchants) values ($1, $2, $3) on conflict do nothing returning 1',
          [body.Code, body.Name, merchants],
        ),
      );
      if (added.length === 0) throw settingsRefusal('DUPLICATE', `${body.Code} is already in use.`, 'Code');
      const row = { organisation: body.Code, name: body.Name, merchants, senders: [], templates: [] };
      const changes = [
        { field: 'Name', after: body.Name },
        { field: 'Merchants', after: merchants },
      ];
      return done(query, timeZone, row, { action: 'organisation.added', changes });
    },
  },
  organisationEdit: {
    async change(request, query) {
      const { body, timeZone } = request;
      const before = await storedOrganisation(query, request as Request<never>);
      const code = before.organisation;
      const after = {
        name: body.Name ?? before.name,
        merchants: body.Merchants ? distinct(body.Merchants) : before.merchants,
        senders: body.Senders ? distinct(body.Senders).toSorted() : before.senders,
      };
      await merchantsMustExist(query, body.Merchants ?? [], 'Merchants');
      await asMaintenanceWithin(query, async () => {
        await query('update organisation set name = $2, merchants = $3 where organisation = $1', [
          code,
          after.name,
          after.merchants,
        ]);
        await query('delete from message_sender where organisation = $1 and sender <> all($2)', [code, after.senders]);
        await query('insert into message_sender select $1, unnest($2::text[]) on conflict do nothing', [
          code,
          after.senders,
        ]);
      });
      const changes = [
        ...changedSetting('Name', before.name, after.name),
        ...changedSetting('Merchants', before.merchants, after.merchants),
        ...changedSetting('Senders', before.senders, after.senders),
      ];
      return done(query, timeZone, before, { action: 'organisation.changed', changes });
    },
  },
};
