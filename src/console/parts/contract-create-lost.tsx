import { useState } from 'react';
import { Link } from 'react-router-dom';
import { contractIdOf, nameOfId, type ContractId } from '../contract-id.ts';
import { links } from '../links.ts';
import { usePlace } from '../place.ts';
import { ReadBack } from './read-back.tsx';
import { readAnew, useReadBack } from './use-read-back.ts';

const kinds = {
  mandateCreate: { noun: 'mandate', list: 'mandateList', opens: 'contract', link: links.contract },
  contractCreate: { noun: 'contract', list: 'contractList', opens: 'contract', link: links.contract },
  payoutContractCreate: {
    noun: 'payout contract',
    list: 'payoutContractList',
    opens: 'payout contract',
    link: links.payoutContract,
  },
} as const;

/** After a lost answer: is the mandate, contract or payout contract with these numbers there? */
export function CreateLost({
  operation,
  item: { ClientNumber, ContractNumber },
}: {
  operation: keyof typeof kinds;
  item: { ClientNumber: string; ContractNumber: string };
}) {
  const { href } = usePlace();
  const [contract, setContract] = useState<ContractId>();
  const { noun, list, opens, link } = kinds[operation];
  const back = useReadBack(async (place) => {
    const [made] = await readAnew(list, place, { ClientNumber, ContractNumber });
    setContract(made && contractIdOf({ ClientNumber, ContractNumber, ContractSequence: made.ContractSequence }));
    return made !== undefined;
  });
  return (
    <ReadBack
      what={`${noun} ${ClientNumber} / ${ContractNumber}`}
      {...back}
      found={
        contract && (
          <Link to={href(link(contract))}>
            Open {opens} {nameOfId(contract)}
          </Link>
        )
      }
    />
  );
}
