import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { useSettings, useSettingsChange, useSettingsNow } from '#console/api/settings.ts';
import { links } from '#console/domain/links.ts';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import type { Program } from '#contract/settings-records.ts';
import { Muted } from '#kit/ui/muted.tsx';
import { SaveButton } from '#kit/ui/save-button.tsx';
import { Panel } from '#kit/ui/section.tsx';
import { minuteText } from '#rules/day-text.ts';
import { faultOf } from '../faults.ts';
import { SettingsLine } from '../line.tsx';
import { merchantText, roleLines } from '../people/texts.ts';
import { SettingsRecordPage } from '../record-page.tsx';
import { SecretNotice } from '../secret-notice.tsx';
import { useStoredChange } from '../stored-change.tsx';
import { WaitingChanges } from '../waiting-changes.tsx';
import { RightsInput, type ProgramRights } from './rights-input.tsx';

function Rights({ program }: { program: Program }) {
  const { ClientId, Permissions, Merchants } = program;
  const stored: ProgramRights = { Permissions, Merchants };
  const [edited, setRights] = useState<ProgramRights>();
  const rights = edited ?? stored;
  const save = useSettingsChange('programEdit');
  const isChanged = JSON.stringify(rights) !== JSON.stringify(stored);
  const readPrograms = useSettingsNow('programsList');
  const storedChange = useStoredChange({
    save,
    stored,
    isEditing: isChanged,
    readNow: async () => {
      const now = (await readPrograms()).Programs.find((it) => it.ClientId === ClientId);
      return now && { Permissions: now.Permissions, Merchants: now.Merchants };
    },
    textOf: (it) =>
      `${it.Permissions.join(', ') || 'no permission'}, for ${it.Merchants.map(merchantText).join(', ') || 'no merchant'}`,
  });
  const errors = { Permissions: faultOf(save.error, 'Permissions'), Merchants: faultOf(save.error, 'Merchants') };
  return (
    <>
      <RightsInput rights={rights} errors={errors} onChange={setRights} />
      {save.error && !errors.Permissions && !errors.Merchants && <ErrorState error={save.error} />}
      {storedChange.notice}
      {isChanged && (
        <Stack direction="row" spacing={1}>
          <SaveButton
            isSaving={save.isPending || storedChange.isReading}
            saving={storedChange.isReading ? 'Checking…' : undefined}
            onClick={() =>
              void storedChange.send(rights, () =>
                save.mutate({ path: { clientId: ClientId }, body: rights }, { onSuccess: () => setRights(undefined) }),
              )
            }
          >
            Save permissions
          </SaveButton>
          <Button
            onClick={() => {
              save.reset();
              setRights(undefined);
            }}
          >
            Cancel
          </Button>
        </Stack>
      )}
    </>
  );
}

function Secrets({ program }: { program: Program }) {
  const { ClientId, Status, LastUsed, HasFormerSecret, IsExempt, MayManage } = program;
  const path = { clientId: ClientId };
  const edit = useSettingsChange('programEdit');
  const replace = useSettingsChange('programSecret');
  const end = useSettingsChange('programSecretEnd');
  const error = edit.error ?? replace.error ?? end.error;
  const isDisabled = Status === 'Disabled';
  return (
    <>
      {replace.data && <SecretNotice user={{ label: 'Client ID', name: ClientId }} secret={replace.data.Secret} />}
      {error && <ErrorState error={error} />}
      <SettingsLine
        name="Secret"
        text={
          HasFormerSecret
            ? 'Two secrets work. End the former one once the program uses the new one.'
            : 'One secret works. Replacing it keeps the former one until you end it.'
        }
        action={
          MayManage &&
          (HasFormerSecret ? (
            <Button size="small" color="error" onClick={() => end.mutate({ path })}>
              End the former
            </Button>
          ) : (
            <Button size="small" onClick={() => replace.mutate({ path })}>
              Replace
            </Button>
          ))
        }
      />
      <SettingsLine
        name="Access"
        text={`${isDisabled ? 'Gets no tokens.' : 'Gets tokens.'} ${LastUsed === undefined ? 'Never used.' : `Last used ${minuteText(LastUsed)}.`}`}
        action={
          MayManage && (
            <Button
              size="small"
              color={isDisabled ? 'primary' : 'error'}
              onClick={() => edit.mutate({ path, body: { Disabled: !isDisabled } })}
            >
              {isDisabled ? 'Enable' : 'Disable'}
            </Button>
          )
        }
      />
      <SettingsLine
        name="Four eyes"
        text={
          IsExempt
            ? 'What it prepares needs no second person. Its permissions, merchants and secret stay as they are until this ends.'
            : 'What it prepares waits for a second person, as a person’s work does.'
        }
        action={
          MayManage && (
            <Button size="small" onClick={() => edit.mutate({ path, body: { Exempt: !IsExempt } })}>
              {IsExempt ? 'End the exemption' : 'Exempt'}
            </Button>
          )
        }
      />
    </>
  );
}

export function ProgramPage() {
  const { clientId = '' } = useParams();
  const read = useSettings('programsList');
  return (
    <SettingsRecordPage
      noun="program"
      id={clientId}
      lead={`Client ID ${clientId}`}
      where="has this client ID"
      list={{ label: 'Programs', path: links.programs() }}
      read={read}
      record={read.data?.Programs.find((it) => it.ClientId === clientId)}
    >
      {(program) => (
        <>
          <WaitingChanges kind="program" target={clientId} />
          <Panel title="Permissions">
            {program.MayManage ? (
              <Rights key={clientId} program={program} />
            ) : (
              roleLines({ ...program, Roles: [] }).map((line) => <Muted key={line}>{line}</Muted>)
            )}
          </Panel>
          <Panel title="Secret and access">
            <Secrets program={program} />
          </Panel>
        </>
      )}
    </SettingsRecordPage>
  );
}
