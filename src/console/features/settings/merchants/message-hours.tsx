import { useState } from 'react';
import { useAdministered, useSettings, useSettingsChange } from '#console/api/settings.ts';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import type { MessageHours } from '#contract/settings-records.ts';
import { CheckBox } from '#kit/form/check-box.tsx';
import { PlainInput } from '#kit/form/plain-field.tsx';
import { Skeletons } from '#kit/ui/states.tsx';
import { countText } from '#kit/ui/sums.ts';
import { usualMessageRule } from '#rules/message-hours.ts';
import { faultOf } from '../faults.ts';
import { RuleForm } from './rule-form.tsx';

/** When messages go to a merchant's clients, and the form for it. */
export function MessageHoursPanel({ number }: { number: string }) {
  const { merchants, isAll } = useAdministered();
  const may = isAll || merchants.some((it) => it.number === number);
  const { data, error, isPending, refetch } = useSettings('messageHoursView', { number });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (isPending) return <Skeletons rows={3} />;
  return (
    <>
      <div>{hoursText(data.Hours)}</div>
      {/* After a change the form starts from what is stored. */}
      {may && <Form key={JSON.stringify(data.Hours)} number={number} stored={data.Hours} />}
    </>
  );
}

function hoursText(hours: MessageHours | null): string {
  if (!hours) return 'Messages go at any hour of any day.';
  const { From, To, Saturdays, Sundays, Holidays, MostWeekly } = hours;
  const names = [Saturdays && 'Saturdays', Sundays && 'Sundays', Holidays && 'public holidays'];
  const also = names.filter((it) => it !== false);
  return [
    `Messages go from ${From} to ${To} on weekdays${also.length > 0 ? `, and on ${also.join(' and ')}` : ''}.`,
    'What is sent at another time waits until then.',
    MostWeekly !== null && `A client gets at most ${countText(MostWeekly, ['message', 'messages'])} in seven days.`,
  ]
    .filter(Boolean)
    .join(' ');
}

const days = { Saturdays: 'On Saturdays', Sundays: 'On Sundays', Holidays: 'On public holidays' } as const;
const dayNames = ['Saturdays', 'Sundays', 'Holidays'] as const;

interface Draft extends Omit<MessageHours, 'MostWeekly'> {
  isLimited: boolean;
  mostWeekly: string;
}

const usual: Draft = {
  isLimited: false,
  From: usualMessageRule.from,
  To: usualMessageRule.to,
  Saturdays: usualMessageRule.saturdays,
  Sundays: usualMessageRule.sundays,
  Holidays: usualMessageRule.holidays,
  mostWeekly: '',
};

const draftOf = (stored: MessageHours | null): Draft =>
  stored ? { ...stored, isLimited: true, mostWeekly: String(stored.MostWeekly ?? '') } : usual;

function Form({ number, stored }: { number: string; stored: MessageHours | null }) {
  const save = useSettingsChange('messageHoursSave');
  const [draft, setDraft] = useState(() => draftOf(stored));
  const [isTried, setTried] = useState(false);
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const errors = isTried && draft.isLimited ? errorsOf(draft) : {};
  const errorOf = (field: keyof Errors) => errors[field] ?? faultOf(save.error, field);
  const submit = () => {
    setTried(true);
    const { isLimited, mostWeekly, From, To, Saturdays, Sundays, Holidays } = draft;
    if (isLimited && Object.values(errorsOf(draft)).some(Boolean)) return;
    const MostWeekly = mostWeekly.trim() === '' ? null : Number(mostWeekly);
    const Hours = { From: From.trim(), To: To.trim(), Saturdays, Sundays, Holidays, MostWeekly };
    save.mutate({ path: { number }, body: { Hours: isLimited ? Hours : null } });
  };
  return (
    <RuleForm
      save={save}
      isErrorAtField={(['From', 'To', 'MostWeekly'] as const).some((it) => faultOf(save.error, it))}
      isChanged={JSON.stringify(draft) !== JSON.stringify(draftOf(stored))}
      onSubmit={submit}
      onCancel={() => {
        setTried(false);
        setDraft(draftOf(stored));
      }}
    >
      <CheckBox label="Only at certain hours" isOn={draft.isLimited} onChange={(isLimited) => change({ isLimited })} />
      {draft.isLimited && (
        <>
          <PlainInput
            label="From"
            value={draft.From}
            error={errorOf('From')}
            onChange={({ target }) => change({ From: target.value })}
          />
          <PlainInput
            label="To"
            hint="From then on they wait for the next day."
            value={draft.To}
            error={errorOf('To')}
            onChange={({ target }) => change({ To: target.value })}
          />
          {dayNames.map((name) => (
            <CheckBox key={name} label={days[name]} isOn={draft[name]} onChange={(isOn) => change({ [name]: isOn })} />
          ))}
          <PlainInput
            label="Messages to a client in seven days"
            hint="Empty for any number. The others wait."
            inputMode="numeric"
            value={draft.mostWeekly}
            error={errorOf('MostWeekly')}
            onChange={({ target }) => change({ mostWeekly: target.value })}
          />
        </>
      )}
    </RuleForm>
  );
}

interface Errors {
  From?: string | false;
  To?: string | false;
  MostWeekly?: string | false;
}

function errorsOf({ From, To, mostWeekly }: Draft): Errors {
  const [from, to, most] = [From.trim(), To.trim(), mostWeekly.trim()];
  const isTime = (text: string) => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text);
  return {
    From: !isTime(from) && 'Enter a time, such as 08:00',
    To: isTime(to) || to === '24:00' ? to <= from && 'Enter a later time' : 'Enter a time, such as 20:00',
    MostWeekly: most !== '' && !/^[1-9]\d?$/.test(most) && 'Enter 1 to 99, or nothing',
  };
}
