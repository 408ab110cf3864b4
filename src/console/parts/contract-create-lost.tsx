import { useState } from 'react';
import { Link } from 'react-router-dom';
import { links } from '../links.ts';
import { usePlace } from '../place.ts';
import { ReadBack } from './read-back.tsx';
import { readAnew, useReadBack } from './use-read-back.ts';

/** After a lost answer: is the mandate or contract with these numbers there? */
export function CreateLost({
  operation,
  item: { ClientNumber, ContractNumber },
}: {
  operation: 'mandateCreate' | 'contractCreate';
  item: { ClientNumber: string; ContractNumber: string };
}) {
  const { href } = usePlace();
  const [sequence, setSequence] = useState<number | null>();
  const isMandate = operation === 'mandateCreate';
  const back = useReadBack(async (place) => {
    const [made] = await readAnew(isMandate ? 'mandateList' : 'contractList', place, { ClientNumber, ContractNumber });
    setSequence(made?.ContractSequence);
    return made !== undefined;
  });
  return (
    <ReadBack
      what={`${isMandate ? 'mandate' : 'contract'} ${ClientNumber} / ${ContractNumber}`}
      {...back}
      found={sequence != null && <Link to={href(links.contract(sequence))}>Open contract {sequence}</Link>}
    />
  );
}
