import { useWatch } from 'react-hook-form';
import { useReadOfRecord } from '#console/api/client.ts';
import { Notice } from '#console/kit/ui/notice.tsx';
import { contractIdOf } from '#console/model/contract-id.ts';
import { atBankText, attemptsOf, returnedText, triedText } from './attempts.ts';
import type { MoneyItemResource } from './resource.ts';

/** The outcomes of the debits of the form's contract so far: another one may be refused, or be one too many. */
export function AttemptsNotice({ resource }: { resource: MoneyItemResource }) {
  const [ContractSequence, ClientNumber, ContractNumber] = useWatch({
    name: ['ContractSequence', 'ClientNumber', 'ContractNumber'],
  }) as unknown[];
  const contract = contractIdOf({ ContractSequence, ClientNumber, ContractNumber });
  const { data } = useReadOfRecord(resource.list, resource.noun === 'instalment' && contract ? contract : null);
  if (!data) return null;
  const attempts = attemptsOf(data.records);
  const { underway, against } = attempts;
  const lines = [against && returnedText(against.item, against.text), atBankText(underway), triedText(attempts)];
  if (!lines.some(Boolean)) return null;
  return (
    <Notice tone={against || underway.length > 0 ? 'warning' : 'info'} role="note">
      {lines.map((it) => it && <div key={it}>{it}</div>)}
    </Notice>
  );
}
