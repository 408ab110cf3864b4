import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Input } from '../../../../contract/operations.ts';
import type { Outcome as Answer } from '../../../api/client.ts';
import { contractIdOf } from '../../../api/contract-id.ts';
import { links } from '../../../domain/links.ts';
import { useTenant } from '../../../api/tenant.ts';
import { announce, type Done } from '../../../domain/write/done.ts';
import { ScheduleVerdict } from '../../../domain/schedule/verdict.tsx';
import { estimate } from '../../../domain/schedule/terms.ts';

type Create = 'mandateCreate' | 'contractCreate';

/** Leads to the contract that was made, and tells there what became of its schedule. */
export function useCreated(operation: Create) {
  const { href } = useTenant();
  const navigate = useNavigate();
  return (item: Input<Create>, answer: Answer<Create>, next: Done['next'], more?: ReactNode) => {
    const [made] = answer.Successful;
    if (!made) return;
    // An answer need not say more than that it is made; then it is known by the numbers that were sent.
    const contract = contractIdOf({ ...item, ContractSequence: made.ContractSequence });
    const to = href(contract ? links.contract(contract) : links.contracts());
    const plan = estimate(item);
    announce(
      {
        text: `${operation === 'mandateCreate' ? 'Mandate' : 'Contract'} ${item.ContractNumber ?? ''} created`,
        call: { operation, api: answer.api },
        next,
        more: (
          <Stack spacing={1}>
            {more}
            {contract && (
              <ScheduleVerdict contract={contract} expected={plan.kind === 'planned' ? plan.planned : undefined} />
            )}
          </Stack>
        ),
      },
      to,
    );
    void navigate(to);
  };
}
