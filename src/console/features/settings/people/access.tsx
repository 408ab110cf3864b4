import Button from '@mui/material/Button';
import { useState } from 'react';
import { isAwaiting } from '#console/api/errors.ts';
import { useAdministered, useSettingsChange } from '#console/api/settings.ts';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import type { Person } from '#contract/settings-records.ts';
import { faultText } from '#kit/form/fault-text.ts';
import { Notice } from '#kit/ui/notice.tsx';
import { minuteText } from '#rules/day-text.ts';
import { ConfirmDialog } from '../confirm.tsx';
import { SettingsLine } from '../line.tsx';
import { LinkNotice } from './link-notice.tsx';

const statusText = {
  Active: 'Can sign in.',
  Invited: 'Has not chosen a password yet.',
  Disabled: 'Can’t sign in.',
};

/** Whether and how the person signs in. */
export function Access({ person }: { person: Person }) {
  const { Username, Name, Status, LastUsed, LinkEnds, Sessions, MayManage } = person;
  const { merchants, isAll } = useAdministered();
  const may = MayManage && (isAll || merchants.length > 0);
  const path = { username: Username };
  const edit = useSettingsChange('personEdit');
  const link = useSettingsChange('personLink');
  const end = useSettingsChange('personSessionsEnd');
  const [asks, setAsks] = useState<'disable' | 'reset'>();
  const close = () => setAsks(undefined);
  const error = edit.error ?? link.error ?? end.error;
  const fault = error?.kind === 'refused' && !isAwaiting(error) ? error.faults[0] : undefined;
  const isDisabled = Status === 'Disabled';
  const used = LastUsed === undefined ? 'Never used.' : `Last used ${minuteText(LastUsed)}.`;
  const waiting = LinkEnds === undefined ? '' : ` A link for a password works until ${minuteText(LinkEnds)}.`;
  return (
    <>
      {link.data && <LinkNotice name={Name} link={link.data} />}
      {fault ? <Notice tone="error">{faultText(fault)}</Notice> : error && <ErrorState error={error} />}
      <SettingsLine
        name="Sign-in"
        text={`${statusText[Status]} ${used}`}
        action={
          may &&
          (isDisabled ? (
            <Button size="small" onClick={() => edit.mutate({ path, body: { Disabled: false } })}>
              Enable
            </Button>
          ) : (
            <Button size="small" color="error" onClick={() => setAsks('disable')}>
              Disable
            </Button>
          ))
        }
      />
      <SettingsLine
        name="Password"
        text={`${Status === 'Invited' ? 'None yet.' : 'Only the person knows it.'}${waiting}`}
        action={
          may &&
          !isDisabled && (
            <Button size="small" onClick={() => (Status === 'Invited' ? link.mutate({ path }) : setAsks('reset'))}>
              {Status === 'Invited' ? 'New link' : 'Reset'}
            </Button>
          )
        }
      />
      <SettingsLine
        name="Sessions"
        text={Sessions === 0 ? 'Not signed in.' : `Signed in on ${Sessions} ${Sessions === 1 ? 'device' : 'devices'}.`}
        action={
          may &&
          Sessions > 0 && (
            <Button size="small" onClick={() => end.mutate({ path })}>
              End sessions
            </Button>
          )
        }
      />
      {asks === 'disable' && (
        <ConfirmDialog
          title={`Disable ${Name}?`}
          action="Disable"
          isSaving={edit.isPending}
          onConfirm={() => edit.mutate({ path, body: { Disabled: true } }, { onSettled: close })}
          onClose={close}
        >
          {Name} is signed out within seconds and can’t sign in again until enabled. Roles and records stay.
        </ConfirmDialog>
      )}
      {asks === 'reset' && (
        <ConfirmDialog
          title={`Reset the password of ${Name}?`}
          action="Reset"
          isSaving={link.isPending}
          onConfirm={() => link.mutate({ path }, { onSettled: close })}
          onClose={close}
        >
          The password stops working and {Name} is signed out everywhere. You get a link to pass on, on which {Name}{' '}
          chooses a new one.
        </ConfirmDialog>
      )}
    </>
  );
}
