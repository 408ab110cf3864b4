import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useSettingsRequests } from '#console/api/approvals.ts';
import { useConfig } from '#console/api/config.ts';
import { useSettingsChange } from '#console/api/settings.ts';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import { roleAt } from '#contract/permissions.ts';
import type { SettingsRequest } from '#contract/settings-records.ts';
import { Muted } from '#kit/ui/muted.tsx';
import { Panel } from '#kit/ui/section.tsx';
import { minuteText } from '#rules/day-text.ts';
import { SettingsLine } from './line.tsx';
import { LinkNotice } from './people/link-notice.tsx';
import { roleLines } from './people/texts.ts';

const titles: Readonly<Record<string, string>> = {
  'person.invited': 'Invite',
  'person.changed': 'Change',
  'person.password.reset': 'New password for',
  'program.changed': 'Exempt from four eyes:',
  'merchant.rule': 'Four eyes of merchant',
  'merchant.collecting': 'Limits on collecting again of merchant',
  'merchant.connection.changed': 'Connection of merchant',
  'merchant.connection.removed': 'Remove the own connection of merchant',
};

const labels: Readonly<Record<string, string>> = {
  Rule: 'Payouts that need a second person',
  Above: 'Amount',
  HoldHours: 'Hours of hold',
  BankDetails: 'Changed bank details need a second person',
  Cancel: 'Cancelling all that remains needs a second person',
  Attempts: 'Attempts for each missed debit',
  PayerMonth: 'Debits of a client in a calendar month',
  Largest: 'Largest debit that is added',
  Month: 'All debits added for a month',
  StopReasons: 'Collecting again after a reason to stop needs a second person',
  Source: 'From',
  Address: 'Provider address',
  Segment: 'Path segment',
  TokenAddress: 'Token address',
  ClientId: 'Client ID',
  Authentication: 'Sign-in',
  Offers: 'Also offers',
  GraceSeconds: 'Seconds that a change may arrive late',
  ReadsAtOnce: 'Reads at once',
  PayoutDays: 'Banking days before their day on which payouts are sent',
};

function valueText(field: string, value: string): string {
  if (value === '') return 'none';
  if (field !== 'Roles') return value;
  const roles = value.split(',').flatMap((text) => roleAt(text) ?? []);
  const Roles = roles.map(({ role, merchant }) => ({ Role: role, Merchant: merchant }));
  return roleLines({ Roles, Permissions: [], Merchants: [] }).join(', ');
}

function changesText({ Action, Changes }: SettingsRequest): string {
  if (Action === 'program.changed') return '';
  return Changes.map(({ Field, Before, After }) =>
    Field === 'Disabled'
      ? 'Enable'
      : `${labels[Field] ?? Field}: ${Action === 'person.invited' ? '' : `${valueText(Field, Before)} → `}${valueText(Field, After)}`,
  ).join('; ');
}

interface Props {
  kind: 'person' | 'program' | 'merchant';
  /** The username, client ID or number, on its page. */
  target?: string;
}

/** Changes that two administrators make (docs/decisions.md, 61). Nothing where none waits, or people are managed elsewhere. */
export const WaitingChanges = (props: Props) => (useConfig().people === 'offered' ? <Waiting {...props} /> : null);

function Waiting({ kind, target }: Props) {
  const { data } = useSettingsRequests(true);
  const decide = useSettingsChange('settingsRequestDecide');
  const shown = (data?.Requests ?? []).filter(
    ({ Action, Target }) => Action.startsWith(`${kind}.`) && (target === undefined || Target === target),
  );
  const link = decide.data?.Link;
  if (shown.length === 0 && !link && !decide.error) return null;
  const send = (Sequence: number, Action: 'confirm' | 'decline') =>
    decide.mutate({ path: { sequence: String(Sequence) }, body: { Action } });
  return (
    <Panel title="Waits for a second administrator">
      {link && <LinkNotice name="the person" link={link} />}
      {decide.error && <ErrorState error={decide.error} />}
      {shown.map((it) => (
        <SettingsLine
          key={it.Sequence}
          name={`${titles[it.Action] ?? it.Action} ${it.Target}`}
          text={
            <>
              {changesText(it)}
              <Muted>{`${it.IsOwn ? 'You asked' : `Asked by ${it.RequestedBy}`}, ${minuteText(it.RequestedAt)}`}</Muted>
            </>
          }
          action={
            <Stack direction="row" spacing={1}>
              {it.MayConfirm && (
                <Button size="small" variant="contained" onClick={() => send(it.Sequence, 'confirm')}>
                  Confirm
                </Button>
              )}
              {(it.MayConfirm || it.IsOwn) && (
                <Button size="small" onClick={() => send(it.Sequence, 'decline')}>
                  {it.IsOwn ? 'Take back' : 'Decline'}
                </Button>
              )}
            </Stack>
          }
        />
      ))}
    </Panel>
  );
}
