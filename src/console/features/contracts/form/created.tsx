import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import type { CallOutcome as Answer } from '#console/api/client.ts';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { estimate } from '#console/domain/schedule/terms.ts';
import { ScheduleVerdict } from '#console/domain/schedule/verdict.tsx';
import { announce, type Done } from '#console/domain/write/done.ts';
import { contractIdOf } from '#console/model/contract-id.ts';
import type { Input } from '#contract/operations.ts';

type Create = 'mandateCreate' | 'contractCreate';

/** Opens the created contract with a comparison of its schedule. */
export function useCreated(operation: Create) {
  const { href } = useTenant();
  const navigate = useNavigate();
  return (item: Input<Create>, answer: Answer<Create>, next: Done['next'], more?: ReactNode) => {
    const [made] = answer.Successful;
    if (!made) return;
    // The answer may have no identification; then the numbers that were sent are used.
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
