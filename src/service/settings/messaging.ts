import { randomBytes } from 'node:crypto';
import { hashPassword } from '#service/auth/passwords.ts';
import { notFound } from '#service/base/errors.ts';
import { asMaintenanceWithin } from '#service/database/own-transaction.ts';
import { replaceCallbackSecret } from '#service/messages/callback-secret.ts';
import { changedSetting, nameMustBeFree } from './people.ts';
import { done, storedOrganisation } from './read-organisations.ts';
import type { Handlers, Request } from './serve.ts';

const templateName = ({ Name, Language }: { Name: string; Language: string }) => `Template ${Name} (${Language})`;

/** What an organisation sends messages with. */
export const messaging: Handlers = {
  templateSave: {
    async change(request, query) {
      const { body, timeZone } = request;
      const before = await storedOrganisation(query, request as Request<never>);
      await asMaintenanceWithin(query, () =>
        query(
          `insert into message_template (organisation, template_name, language, template_status, header_type, body)
             values ($1, $2, $3, $4, $5, $6)
           on conflict (organisation, template_name, language) do update set
             template_status = excluded.template_status, header_type = excluded.header_type, body = excluded.body`,
          [before.organisation, body.Name, body.Language, body.Status, body.Header ?? null, body.Text],
        ),
      );
      const was = before.templates.find((it) => it.Name === body.Name && it.Language === body.Language);
      const changes = (['Status', 'Header', 'Text'] as const).flatMap((field) =>
        changedSetting(`${templateName(body)} ${field}`, was?.[field], body[field]),
      );
      return done(query, timeZone, before, { action: 'template.saved', changes });
    },
  },
  templateRemove: {
    async change(request, query) {
      const before = await storedOrganisation(query, request as Request<never>);
      const { name = '', language = '' } = request.path;
      const was = before.templates.find((it) => it.Name === name && it.Language === language);
      if (!was) throw notFound();
      await asMaintenanceWithin(query, () =>
        query('delete from message_template where organisation = $1 and template_name = $2 and language = $3', [
          before.organisation,
          name,
          language,
        ]),
      );
      const changes = [{ field: templateName(was), before: was.Text }];
      return done(query, request.timeZone, before, { action: 'template.removed', changes });
    },
  },
  messageSignInAdd: {
    async prepare() {
      // Generated: a password that a person invents is weaker.
      const Password = randomBytes(24).toString('base64url');
      const hash = await hashPassword(Password);
      return async (request, query) => {
        const { body } = request;
        const before = await storedOrganisation(query, request as Request<never>);
        await nameMustBeFree(query, { kind: 'message', id: body.Username });
        await query('insert into sign_in.message_sign_in (username, organisation, password_hash) values ($1, $2, $3)', [
          body.Username,
          before.organisation,
          hash,
        ]);
        const changes = [{ field: 'Username', after: body.Username }];
        const { change } = await done(query, request.timeZone, before, { action: 'message-sign-in.added', changes });
        return { answer: { Username: body.Username, Password }, change };
      };
    },
  },
  messageSignInEdit: {
    async change(request, query) {
      const { body, path, timeZone } = request;
      const before = await storedOrganisation(query, request as Request<never>);
      const username = path['username'] ?? '';
      const was = before.signIns.find(({ Username }) => Username === username);
      if (!was) throw notFound();
      await query('update sign_in.message_sign_in set disabled = $2 where username = $1', [username, body.Disabled]);
      const changes = changedSetting(`${username} disabled`, was.Status === 'Disabled', body.Disabled);
      return done(query, timeZone, before, { action: 'message-sign-in.changed', changes });
    },
  },
  callbackSecret: {
    async change(request, query) {
      const before = await storedOrganisation(query, request as Request<never>);
      const renewed = await replaceCallbackSecret(query, before.organisation, request.timeZone);
      if (!renewed) throw notFound();
      const { secret, formerEnds } = renewed;
      return {
        answer: { Secret: secret, ...(formerEnds !== null && { FormerEnds: formerEnds }) },
        change: {
          action: 'callback-secret.added',
          target: before.organisation,
          merchants: before.merchants,
          changes: [],
        },
      };
    },
  },
};
