import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Input } from '../../../../contract/operations.ts';
import type { Outcome as Answer } from '../../../api/client.ts';
import { contractIdOf } from '../../../api/contract-id.ts';
import { links } from '../../../domain/links.ts';
import { useTenant } from '../../../api/tenant.ts';
import { Outcome } from '../../../kit/outcome/outcome.tsx';
import { ScheduleVerdict } from '../../../domain/schedule/verdict.tsx';
import { estimate } from '../../../domain/schedule/terms.ts';

type Create = 'mandateCreate' | 'contractCreate';

/** What the service made of a new mandate or contract, and what comes next. */
export function CreateDone({
  operation,
  item,
  result,
  onNext,
  children,
}: {
  operation: Create;
  item: Input<Create>;
  result: Answer<Create>;
  /** Another one, for this client or for any. */
  onNext(client?: string): void;
  /** What else there is to do. */
  children?: ReactNode;
}) {
  const { href } = useTenant();
  // An answer need not say more than that it is made; then it is known by the numbers that were sent.
  const contract = contractIdOf({ ...item, ContractSequence: result.Successful[0]?.ContractSequence });
  const plan = estimate(item);
  const noun = operation === 'mandateCreate' ? 'mandate' : 'contract';
  return (
    <Stack spacing={3}>
      <Outcome operation={operation} result={result} />
      {children}
      <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }}>
        <Button variant="contained" autoFocus onClick={() => onNext()}>
          New {noun}
        </Button>
        <Button variant="outlined" onClick={() => onNext(item.ClientNumber)}>
          New {noun} for the same client
        </Button>
        {contract && (
          <Button variant="outlined" component={Link} to={href(links.contract(contract))}>
            Open contract
          </Button>
        )}
      </Stack>
      {contract && (
        <ScheduleVerdict contract={contract} expected={plan.kind === 'planned' ? plan.planned : undefined} />
      )}
    </Stack>
  );
}
