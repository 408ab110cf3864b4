import type { ReactNode } from 'react';
import { useRead } from '#console/api/client.ts';
import { useTenant } from '#console/api/tenant.ts';
import { approvalHints, ApprovalNote, isApprovedByPayer } from '#console/domain/contract/approval.tsx';
import type { Hints } from '#console/domain/contract/mandate-fields.tsx';
import { useContractPhrases } from '#console/domain/contract/names.ts';
import type { ContractRecord } from '#console/domain/contract/record.ts';
import { links } from '#console/domain/links.ts';
import { moneyItems } from '#console/domain/money-item/item.ts';
import { ahead } from '#console/domain/money-item/rules.ts';
import { estimate, type Draft } from '#console/domain/schedule/terms.ts';
import { touchedValues } from '#console/domain/write/difference.ts';
import { EditForm } from '#console/domain/write/edit-form.tsx';
import type { ContractId } from '#console/model/contract-id.ts';
import { useToday } from '#console/session/today.ts';
import { nextDates } from './next-dates.ts';
import { setByHand } from './set-by-hand.ts';
import { StillScheduled } from './still-scheduled.tsx';

/** Terms that no service can plan, such as an instalment above the maximum. */
function wrongOf(terms: Draft) {
  const plan = estimate(terms);
  return plan.kind === 'wrong' ? plan : undefined;
}

export function EditTerms({
  operation,
  contract: named,
  record,
  back,
  fields,
}: {
  operation: 'mandateEdit' | 'contractEdit' | 'mandateInitiateEdit';
  contract: ContractId;
  record: ContractRecord;
  back: string;
  fields: (hints: Hints) => ReactNode;
}) {
  const { href, product } = useTenant();
  const isApproved = operation === 'mandateEdit' && isApprovedByPayer(product);
  const instalments = useRead('instalmentList', named);
  const today = useToday();
  const list = moneyItems('instalment', instalments.data?.records);
  const open = ahead(list, today);
  const to = href(links.contract(named));
  const phraseOf = useContractPhrases();
  const byHand = setByHand(record, list, today);
  return (
    <EditForm
      operation={operation}
      of={phraseOf({ ...record, ...named })}
      named={named}
      record={record}
      fields={(hints) => fields(isApproved ? approvalHints(hints) : hints)}
      alsoRead={() => instalments.refetch()}
      note={(changes, stored) => (
        <>
          {isApproved && <ApprovalNote changes={changes} />}
          {open.length > 0 && (
            <StillScheduled
              open={open}
              byHand={setByHand(stored, list, today)}
              wrong={wrongOf({ ...stored, ...touchedValues(changes) })}
              next={nextDates(stored, touchedValues(changes), list, today)}
            />
          )}
        </>
      )}
      caveat={byHand.length > 0 ? 'Instalments you changed individually are not affected.' : undefined}
      back={back}
      next={{ label: 'Open contract', to }}
    />
  );
}
