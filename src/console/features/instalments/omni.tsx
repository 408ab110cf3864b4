import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { useConfig } from '../../api/config.ts';
import type { ContractId } from '../../api/contract-id.ts';
import { SectionTabs } from '../../domain/section-tabs.tsx';
import { useContractNames } from '../../domain/contract/names.ts';
import { links } from '../../domain/links.ts';
import { ActionButton } from '../../kit/list/action-button.tsx';
import { ChoiceFilter } from '../../kit/list/choice-filter.tsx';
import { FindBox } from '../../kit/list/find-box.tsx';
import { matching } from '../../session/recent-search.ts';
import { identifyingReadings } from '../../kit/list/search-terms.ts';
import { AddInstalment } from '../../domain/instalment/add.tsx';
import { omni } from '../../domain/instalment/resource.ts';
import { OmniAcross, OmniContract } from './omni-contract.tsx';
import { Page } from '../../kit/ui/page.tsx';
import { useSearchParam } from '../../kit/address/address.ts';
import { RecentContracts } from '../../domain/contract/recent-contracts.tsx';
import { EmptyState } from '../../kit/ui/states.tsx';
import { useFilters, FieldFilters } from '../../kit/form/field-filters.tsx';
import { useTenant } from '../../api/tenant.ts';

const numbers = ['InstalmentSequence'];

const toOmni = (contract: number) => links.omni({ contract });
/** Nothing for a contract that is known by its numbers alone. */
const ofOpened = (contract: ContractId) =>
  'ContractSequence' in contract ? toOmni(contract.ContractSequence) : undefined;

/** The text is no sequence; which of the contracts that were met it may mean, since the service cannot be asked. */
function Unread({ text }: { text: string }) {
  const tenant = useTenant();
  const nameOf = useContractNames();
  const known = matching(tenant, text).flatMap((it) =>
    it.ContractSequence === undefined ? [] : [{ ...it, ContractSequence: it.ContractSequence }],
  );
  return (
    <EmptyState title="Enter the contract ID">
      The list by collection date knows a contract by its ID alone, a whole number such as 100002.{' '}
      {known.length === 0 ? (
        <>
          Find that of “{text}” under{' '}
          <Link component={RouterLink} underline="always" to={tenant.href(links.contracts({ q: text }))}>
            contracts
          </Link>
          .
        </>
      ) : (
        'From this session:'
      )}
      {known.map((it) => (
        <div key={it.ContractSequence}>
          <Link component={RouterLink} underline="always" to={tenant.href(toOmni(it.ContractSequence))}>
            {it.ContractSequence}
          </Link>{' '}
          {nameOf(it)}
        </div>
      ))}
    </EmptyState>
  );
}

/** Omni instalments: the instalments of one contract with fewer fields, found by its sequence. */
export function Omni() {
  const { href } = useTenant();
  const { codes } = useConfig();
  const [text, setText] = useSearchParam('contract');
  const [status, setStatus] = useSearchParam('status');
  const { given, problems } = useFilters(numbers);
  const filter = { ...given, ...(status && { Status: status }) };
  const isFiltered = Object.keys(filter).length > 0;
  const [isAdding, setAdding] = useState(false);
  const sequence = identifyingReadings(text).find((it) => it.ContractSequence !== undefined)?.ContractSequence;
  return (
    <Page
      title="Instalments"
      tab="By collection date"
      tabs={<SectionTabs of="instalments" />}
      lead="The same instalments by their collection date, a day without a time (the interface calls these omni instalments)."
      actions={
        sequence === undefined && (
          <ActionButton operation="omniInstalmentCreate" variant="contained" onClick={() => setAdding(true)}>
            Add instalment
          </ActionButton>
        )
      }
    >
      <Stack direction="row" spacing={2} useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'start' }}>
        <FindBox label="Find by contract" hint="The contract ID" value={text} onFind={setText} />
        <ChoiceFilter
          label="Status"
          value={status}
          options={codes.Status ?? codes.InstalmentStatus ?? []}
          onChange={setStatus}
        />
        <FieldFilters fieldNames={numbers} problems={problems} />
      </Stack>
      {sequence !== undefined && <OmniContract key={sequence} sequence={sequence} filter={filter} />}
      {!text && isFiltered && <OmniAcross key={JSON.stringify(filter)} filter={filter} />}
      {sequence === undefined && text && <Unread text={text} />}
      {!text && !isFiltered && (
        <>
          <EmptyState title="Find a contract by its ID">
            What is collected on a day, whatever the contract, stands in the{' '}
            <Link component={RouterLink} underline="always" to={href(links.calendar())}>
              calendar
            </Link>
            .
          </EmptyState>
          <RecentContracts to={ofOpened} />
        </>
      )}
      <AddInstalment
        resource={omni}
        hrefOf={(contract) => href(ofOpened(contract) ?? links.omni())}
        open={isAdding}
        onClose={() => setAdding(false)}
      />
    </Page>
  );
}
