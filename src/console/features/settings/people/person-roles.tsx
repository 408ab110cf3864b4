import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { isAwaiting } from '#console/api/errors.ts';
import { useAdministered, useSettingsChange, useSettingsNow } from '#console/api/settings.ts';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import { roleNames, type RoleName } from '#contract/permissions.ts';
import type { Person, RoleEntry } from '#contract/settings-records.ts';
import { faultText } from '#kit/form/fault-text.ts';
import { Muted } from '#kit/ui/muted.tsx';
import { SaveButton } from '#kit/ui/save-button.tsx';
import { Panel } from '#kit/ui/section.tsx';
import { useStoredChange } from '../stored-change.tsx';
import { RolesInput } from './roles-input.tsx';
import { roleLines } from './texts.ts';

const isKnown = (role: string): role is RoleName => (roleNames as string[]).includes(role);

/** Roles for the merchants that the signed-in person administers can be changed; the others are listed. */
export function PersonRoles({ person }: { person: Person }) {
  const { merchants, isAll } = useAdministered();
  const isOwn = (merchant: string) => isAll || merchants.some(({ number }) => number === merchant);
  const ownOf = ({ Roles }: Person) =>
    Roles.flatMap(({ Role, Merchant }): RoleEntry[] => (isKnown(Role) && isOwn(Merchant) ? [{ Role, Merchant }] : []));
  const own = ownOf(person);
  const others = person.Roles.filter(({ Merchant }) => !isOwn(Merchant));
  const [edited, setEntries] = useState<readonly RoleEntry[]>();
  const entries = edited ?? own;
  const save = useSettingsChange('personEdit');
  const isChanged = JSON.stringify(entries) !== JSON.stringify(own);
  const readPeople = useSettingsNow('peopleList');
  const storedChange = useStoredChange({
    save,
    stored: own,
    isEditing: isChanged,
    readNow: async () => {
      const now = (await readPeople()).People.find((it) => it.Username === person.Username);
      return now && ownOf(now);
    },
    textOf: (Roles) => roleLines({ Roles, Permissions: [], Merchants: [] }).join('; ') || 'no role',
  });
  const mayChange = isAll || merchants.length > 0;
  const fixed = roleLines({ ...person, Roles: mayChange ? others : person.Roles });
  const fault = save.error?.kind === 'refused' && !isAwaiting(save.error) ? save.error.faults[0] : undefined;
  return (
    <Panel title="Roles">
      {fixed.map((line) => (
        <Muted key={line}>{line}</Muted>
      ))}
      {mayChange && (
        <>
          <RolesInput entries={entries} error={fault && faultText(fault)} onChange={setEntries} />
          {save.error && !fault && <ErrorState error={save.error} />}
          {storedChange.notice}
          {isChanged && <Muted>Saving signs the person out. They sign in again with the same password.</Muted>}
          {isChanged && (
            <Stack direction="row" spacing={1}>
              <SaveButton
                isSaving={save.isPending || storedChange.isReading}
                saving={storedChange.isReading ? 'Checking…' : undefined}
                onClick={() =>
                  void storedChange.send([...entries], () =>
                    save.mutate(
                      { path: { username: person.Username }, body: { Roles: [...entries] } },
                      { onSuccess: () => setEntries(undefined) },
                    ),
                  )
                }
              >
                Save roles
              </SaveButton>
              <Button
                onClick={() => {
                  save.reset();
                  setEntries(undefined);
                }}
              >
                Cancel
              </Button>
            </Stack>
          )}
        </>
      )}
    </Panel>
  );
}
