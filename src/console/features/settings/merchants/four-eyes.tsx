import { useState } from 'react';
import { readAccess } from '#console/api/access.ts';
import { useAdministered, useSettings, useSettingsChange } from '#console/api/settings.ts';
import { ruleText } from '#console/domain/four-eyes.ts';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import type { SettingsAnswer } from '#contract/settings.ts';
import { CheckBox } from '#kit/form/check-box.tsx';
import { PlainInput, PlainSelect } from '#kit/form/plain-field.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { Skeletons } from '#kit/ui/states.tsx';
import { parseAmount } from '#rules/money.ts';
import { faultOf } from '../faults.ts';
import { KnownPayeesLine } from './known-payees.tsx';
import { RuleForm } from './rule-form.tsx';

type View = SettingsAnswer<'approvalRuleView'>;

/** Which changes of a merchant need a second person, who may release them, and the form for it. */
export function FourEyes({ number }: { number: string }) {
  const { merchants, isAll } = useAdministered();
  const may = isAll || merchants.some((it) => it.number === number);
  const { data, error, isPending, refetch } = useSettings('approvalRuleView', { number });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (isPending) return <Skeletons rows={3} />;
  // After a change the form starts from what is stored.
  return (
    <>
      <Form key={JSON.stringify([data.Rule, data.BankDetails, data.Cancel])} number={number} view={data} may={may} />
      {may && data.Rule && data.Rule.HoldHours > 0 && <KnownPayeesLine number={number} />}
    </>
  );
}

const choices = [
  ['off', 'None'],
  ['always', 'Every payout'],
  ['above', 'Those above an amount'],
] as const;

const listText = (names: readonly string[]) => (names.length === 0 ? 'nobody' : names.join(', '));

function Form({ number, view, may }: { number: string; view: View; may: boolean }) {
  const { Rule, BankDetails, Cancel, Releasers, Administrators } = view;
  const save = useSettingsChange('approvalRuleSave');
  const stored = Rule === null ? 'off' : Rule.Above > 0 ? 'above' : 'always';
  const [which, setWhich] = useState<string>(stored);
  const [amount, setAmount] = useState(stored === 'above' ? String(Rule?.Above) : '');
  const [hold, setHold] = useState(String(Rule?.HoldHours ?? 48));
  const [kinds, setKinds] = useState({ BankDetails, Cancel });
  const [isWrong, setWrong] = useState(false);
  const isChanged =
    kinds.BankDetails !== BankDetails ||
    kinds.Cancel !== Cancel ||
    which !== stored ||
    (which === 'above' && parseAmount(amount) !== Rule?.Above) ||
    (which !== 'off' && hold !== String(Rule?.HoldHours));
  const isOff = stored === 'off' && !BankDetails && !Cancel;
  const isShort = isOff && Releasers.length < 2;
  const submit = () => {
    const Above = which === 'above' ? (parseAmount(amount) ?? 0) : 0;
    setWrong(which === 'above' && Above <= 0);
    if (which === 'above' && Above <= 0) return;
    const rule = which === 'off' ? null : { Above, HoldHours: hold.trim() === '' ? 48 : Number(hold) };
    const body = { Rule: rule, ...kinds };
    // Whether the merchant has approvals is read once.
    save.mutate({ path: { number }, body }, { onSuccess: () => void readAccess() });
  };
  const holdFault = faultOf(save.error, 'Rule');
  return (
    <>
      <div>
        {ruleText(isOff ? null : { Above: Rule?.Above ?? null, HoldHours: Rule?.HoldHours ?? 0, BankDetails, Cancel })}
      </div>
      <Muted>{`Can release: ${listText(Releasers)}.`}</Muted>
      {may && isShort && (
        <Muted>Two people who may release are needed before it is switched on: give them the role Manager.</Muted>
      )}
      {may && !isShort && (
        <RuleForm
          save={save}
          isErrorAtField={Boolean(holdFault)}
          isChanged={isChanged}
          note={<Muted>{confirmText(isOff, Administrators)}</Muted>}
          onSubmit={submit}
          onCancel={() => {
            setKinds({ BankDetails, Cancel });
            setWhich(stored);
            setAmount(stored === 'above' ? String(Rule?.Above) : '');
            setHold(String(Rule?.HoldHours ?? 48));
          }}
        >
          <PlainSelect
            label="Payouts that need a second person"
            value={which}
            onChange={({ target }) => setWhich(target.value)}
          >
            {choices.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </PlainSelect>
          {which === 'above' && (
            <PlainInput
              label="Amount a day"
              hint="Of one payee, and of one preparer."
              inputMode="decimal"
              value={amount}
              error={isWrong ? 'Enter an amount above zero' : undefined}
              onChange={({ target }) => setAmount(target.value)}
            />
          )}
          {which !== 'off' && (
            <PlainInput
              label="Hours of hold for a new or changed account"
              hint="0 to 72"
              inputMode="numeric"
              value={hold}
              error={holdFault}
              onChange={({ target }) => setHold(target.value)}
            />
          )}
          <CheckBox
            label="Changed bank details of a client need a second person"
            isOn={kinds.BankDetails}
            onChange={(isOn) => setKinds({ ...kinds, BankDetails: isOn })}
          />
          <CheckBox
            label="Cancelling a contract, or all its instalments that remain, needs a second person"
            isOn={kinds.Cancel}
            onChange={(isOn) => setKinds({ ...kinds, Cancel: isOn })}
          />
        </RuleForm>
      )}
    </>
  );
}

/** Who must confirm, before anything is sent. */
function confirmText(isNew: boolean, administrators: readonly string[]): string {
  const who = `Administrators: ${listText(administrators)}.`;
  const isOne =
    administrators.length < 2 ? ' There is no second one: then only a command of the operator changes it.' : '';
  return `${isNew ? 'Later changes need' : 'This needs'} a second administrator. ${who}${isOne}`;
}
