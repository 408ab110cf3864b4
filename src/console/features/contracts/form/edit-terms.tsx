import type { ReactNode } from 'react';
import { useRead } from '../../../api/client.ts';
import type { ContractId } from '../../../api/contract-id.ts';
import { links } from '../../../domain/links.ts';
import { ApprovalNote, approvalHints, isApprovedByPayer } from '../../../domain/contract/approval.tsx';
import { useTenant } from '../../../api/tenant.ts';
import { useContractPhrases } from '../../../domain/contract/names.ts';
import type { ContractRecord } from '../../../domain/contract/record.ts';
import { EditForm } from '../../../domain/write/edit-form.tsx';
import { ahead } from '../../../domain/instalment/totals.ts';
import type { Hints } from '../../../domain/contract/mandate-fields.tsx';
import { nextDates } from './next-dates.ts';
import { setByHand } from './set-by-hand.ts';
import { touched } from '../../../kit/form/difference.ts';
import { StillScheduled } from './still-scheduled.tsx';
import { useToday } from '../../../session/today.ts';

/** The form that edits a contract's terms by any of its operations. */
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
  /** Where the form is left to without saving. */
  back: string;
  fields: (hints: Hints) => ReactNode;
}) {
  const { href, product } = useTenant();
  const isApproved = operation === 'mandateEdit' && isApprovedByPayer(product);
  const instalments = useRead('instalmentList', named);
  const today = useToday();
  const open = ahead(instalments.data?.records ?? [], today);
  const to = href(links.contract(named));
  const phraseOf = useContractPhrases();
  const byHand = setByHand(record, instalments.data?.records ?? [], today);
  return (
    <EditForm
      operation={operation}
      of={phraseOf({ ...record, ...named })}
      named={named}
      record={record}
      fields={(hints) => fields(isApproved ? approvalHints(hints) : hints)}
      note={(changes) => (
        <>
          {isApproved && <ApprovalNote changes={changes} />}
          {open.length > 0 && (
            <StillScheduled
              open={open}
              byHand={byHand}
              next={nextDates(record, touched(changes), instalments.data?.records ?? [], today)}
            />
          )}
        </>
      )}
      caveat={byHand.length > 0 ? 'Instalments that were changed individually stay as this edit left them.' : undefined}
      back={back}
      next={{ label: 'Open contract', to }}
    />
  );
}
