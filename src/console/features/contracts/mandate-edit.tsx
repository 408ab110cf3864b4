import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useTenant } from '#console/api/tenant.ts';
import { MandateFields } from '#console/domain/contract/mandate-fields.tsx';
import { useContractNames } from '#console/domain/contract/names.ts';
import { useContract, useContractId, type ContractRecord } from '#console/domain/contract/record.ts';
import { links } from '#console/domain/links.ts';
import { RecordStates, titleOf } from '#console/domain/record-states.tsx';
import { nameOfId, segmentOf, type ContractId } from '#console/model/contract-id.ts';
import { useSearchParam } from '#kit/address/address.ts';
import { ActionButton } from '#kit/list/action-button.tsx';
import { Page } from '#kit/ui/page.tsx';
import { Section } from '#kit/ui/section.tsx';
import { EditTerms } from './form/edit-terms.tsx';
import { ContractFields } from './form/fields.tsx';

interface Loaded {
  contract: ContractId;
  record: ContractRecord;
}

/**
 * A contract without a mandate. Its edit is deprecated (docs/interface.md, Versioning), so a new contract is suggested
 * first.
 */
function ContractEdit({ contract, record }: Loaded) {
  const { href } = useTenant();
  const [anyway, setAnyway] = useSearchParam('anyway');
  const back = href(links.contract(contract));
  return (
    <Stack spacing={3}>
      <Section title="Create a new contract instead">
        <Stack spacing={1.5} sx={{ alignItems: 'start' }}>
          <Typography>
            Editing a contract without a mandate is being phased out. A new contract starts with these terms; cancel
            this one afterwards, or both are collected.
          </Typography>
          <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }}>
            <ActionButton
              operation="contractCreate"
              variant="contained"
              to={href(links.contractCreate({ from: segmentOf(contract) }))}
            >
              Copy to a new contract
            </ActionButton>
            {!anyway && (
              <ActionButton operation="contractEdit" variant="outlined" onClick={() => setAnyway('yes')}>
                Edit anyway
              </ActionButton>
            )}
          </Stack>
        </Stack>
      </Section>
      {anyway && (
        <EditTerms
          operation="contractEdit"
          contract={contract}
          record={record}
          back={back}
          fields={(hints) => <ContractFields hints={hints} />}
        />
      )}
    </Stack>
  );
}

export function MandateEdit() {
  const { href } = useTenant();
  const { text, named } = useContractId();
  const contract = useContract(named);
  const nameOf = useContractNames();
  const { id, record, isMandate } = contract;
  const name = named ? nameOfId(named) : text;
  const to = href(id ? links.contract(id) : links.contracts());
  return (
    <Page
      title={record ? `Edit ${nameOf(record)}` : titleOf('Contract', contract)}
      back={[
        { label: 'Contracts', to: href(links.contracts()) },
        ...(record && id ? [{ label: nameOf(record), to }] : []),
      ]}
    >
      {/* Waits until it is known whether it has a mandate. */}
      {(!record || isMandate === undefined) && (
        <RecordStates
          of={contract}
          what={`contract ${name}`}
          list={{ label: 'Search all contracts', to: href(links.contracts({ q: name })) }}
        />
      )}
      {record && id && isMandate === false && <ContractEdit key={segmentOf(id)} contract={id} record={record} />}
      {record && id && isMandate && (
        <EditTerms
          key={segmentOf(id)}
          operation="mandateEdit"
          contract={id}
          record={record}
          back={to}
          fields={(hints) => <MandateFields hints={hints} />}
        />
      )}
    </Page>
  );
}
