import { useState } from 'react';
import { useAdministered, useSettings, useSettingsChange } from '#console/api/settings.ts';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import type { SettingsAnswer } from '#contract/settings.ts';
import { CheckBox } from '#kit/form/check-box.tsx';
import { PlainInput } from '#kit/form/plain-field.tsx';
import { formatField } from '#kit/ui/format.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { Skeletons } from '#kit/ui/states.tsx';
import { countText } from '#kit/ui/sums.ts';
import { parseAmount } from '#rules/money.ts';
import { faultOf } from '../faults.ts';
import { RuleForm } from './rule-form.tsx';

type View = SettingsAnswer<'collectingLimitsView'>;
type Limits = View['Limits'];

/** How often and how much a merchant collects again, and the form for it. */
export function CollectingLimitsPanel({ number }: { number: string }) {
  const { merchants, isAll } = useAdministered();
  const may = isAll || merchants.some((it) => it.number === number);
  const { data, error, isPending, refetch } = useSettings('collectingLimitsView', { number });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (isPending) return <Skeletons rows={3} />;
  return (
    <>
      <div>{limitsText(data.Limits)}</div>
      {/* After a change the form starts from what is stored. */}
      {may && <Form key={JSON.stringify(data.Limits)} number={number} view={data} />}
    </>
  );
}

/** What the limits allow, as sentences. */
function limitsText({ Attempts, PayerMonth, Largest, Month, StopReasons }: Limits): string {
  return [
    Attempts === null
      ? 'A missed debit may be collected again any number of times.'
      : `A missed debit may be collected again ${Attempts === 1 ? 'once' : countText(Attempts, ['time', 'times'])}.`,
    PayerMonth !== null && `A client has at most ${countText(PayerMonth, ['debit', 'debits'])} a month.`,
    Largest !== null && `A debit that is added is at most ${formatField('InstalmentAmount', Largest)}.`,
    Month !== null && `All that are added for a month are at most ${formatField('InstalmentAmount', Month)}.`,
    StopReasons && 'After a reason to stop, such as no authority or a death, a second person must release it.',
  ]
    .filter(Boolean)
    .join(' ');
}

function Form({ number, view }: { number: string; view: View }) {
  const { Limits: stored, Releasers } = view;
  const save = useSettingsChange('collectingLimitsSave');
  const [texts, setTexts] = useState(() => textsOf(stored));
  const [isStopping, setStopping] = useState(stored.StopReasons);
  const [isTried, setTried] = useState(false);
  const values = Object.fromEntries(names.map((name) => [name, valueOf(name, texts[name])])) as Record<
    Name,
    number | null | undefined
  >;
  const isChanged = isStopping !== stored.StopReasons || names.some((name) => values[name] !== stored[name]);
  const submit = () => {
    setTried(true);
    const { Attempts, PayerMonth, Largest, Month } = values;
    if (Attempts === undefined || PayerMonth === undefined || Largest === undefined || Month === undefined) return;
    save.mutate({ path: { number }, body: { Attempts, PayerMonth, Largest, Month, StopReasons: isStopping } });
  };
  return (
    <RuleForm
      save={save}
      isErrorAtField={names.some((name) => faultOf(save.error, name))}
      isChanged={isChanged}
      onSubmit={submit}
      onCancel={() => {
        setTried(false);
        setTexts(textsOf(stored));
        setStopping(stored.StopReasons);
      }}
    >
      {names.map((name) => (
        <PlainInput
          key={name}
          {...inputs[name]}
          value={texts[name]}
          error={(isTried && values[name] === undefined && wrongTexts[name]) || faultOf(save.error, name)}
          onChange={({ target }) => setTexts({ ...texts, [name]: target.value })}
        />
      ))}
      <CheckBox
        label="Collecting again after a reason to stop needs a second person"
        isOn={isStopping}
        onChange={setStopping}
      />
      {isStopping && Releasers.length < 2 && (
        <Muted>With fewer than two people who may release, such a debit is refused. Give them the role Manager.</Muted>
      )}
    </RuleForm>
  );
}

const inputs = {
  Attempts: { label: 'Attempts for each missed debit', hint: 'Empty for any number.', inputMode: 'numeric' },
  PayerMonth: { label: 'Debits of a client in a calendar month', hint: 'Empty for any number.', inputMode: 'numeric' },
  Largest: { label: 'Largest debit that is added', hint: 'Empty for any amount.', inputMode: 'decimal' },
  Month: { label: 'All debits added for a month', hint: 'Empty for any sum.', inputMode: 'decimal' },
} as const;
const names = ['Attempts', 'PayerMonth', 'Largest', 'Month'] as const;
type Name = (typeof names)[number];

/** Null for an empty text, undefined for what is no such number. */
function valueOf(name: Name, text: string): number | null | undefined {
  const given = text.trim();
  if (given === '') return null;
  if (name === 'Largest' || name === 'Month') {
    const amount = parseAmount(given);
    return amount !== undefined && amount > 0 ? amount : undefined;
  }
  return /^[1-9]\d{0,2}$/.test(given) ? Number(given) : undefined;
}

const wrongTexts = {
  Attempts: 'Enter 1 to 99, or nothing',
  PayerMonth: 'Enter 1 to 999, or nothing',
  Largest: 'Enter an amount above zero, or nothing',
  Month: 'Enter an amount above zero, or nothing',
} as const;

const textsOf = (limits: Limits) =>
  Object.fromEntries(names.map((name) => [name, limits[name] === null ? '' : String(limits[name])])) as Record<
    Name,
    string
  >;
