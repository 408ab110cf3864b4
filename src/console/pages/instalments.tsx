import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import { Link as RouterLink } from 'react-router-dom';
import { dateOf } from '../../rules/calendar.ts';
import { links, withQuery } from '../links.ts';
import { ChoiceFilter } from '../parts/choice-filter.tsx';
import { FindBox } from '../parts/find-box.tsx';
import { useFound } from '../parts/found.ts';
import { InstalmentGrid } from '../parts/instalment-grid.tsx';
import { Page } from '../parts/page.tsx';
import { useQueryWord } from '../parts/query-word.ts';
import { EmptyState } from '../parts/states.tsx';
import { codeLabel } from '../parts/format.tsx';
import { usePlace } from '../place.ts';

/** Instalments of what is found, to work on where they stand; a status narrows what came. */
export function Instalments() {
  const { href } = usePlace();
  const [text, setText] = useQueryWord('q');
  const [status, setStatus] = useQueryWord('status');
  const found = useFound('instalmentList', text);
  const statuses = [...new Set([...found.records.map((it) => it.InstalmentStatus ?? ''), status])].filter(Boolean);
  const rows = status ? found.records.filter((it) => it.InstalmentStatus === status) : found.records;
  return (
    <Page title="Instalments">
      <Stack direction="row" spacing={2} useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'start', mb: 2 }}>
        <FindBox
          label="Find instalments"
          hint="Client number / contract number, either of them, or the contract sequence"
          value={text}
          onFind={setText}
        />
        <ChoiceFilter
          label="Status"
          value={status}
          options={statuses.map((code) => ({ code, label: codeLabel('InstalmentStatus', code) ?? code }))}
          onChange={setStatus}
        />
      </Stack>
      {text ? (
        <InstalmentGrid
          key={text}
          isOfMany
          instalments={rows}
          isLoading={found.isLoading}
          error={found.error}
          retry={found.retry}
          dayHref={(it) =>
            href(withQuery(links.contract(it.ContractSequence ?? 0), { day: dateOf(it.InstalmentActionDate ?? '') }))
          }
          empty={
            <EmptyState title="No instalment matches">
              Nothing was found for “{text}”{status && ' with this status'}.
            </EmptyState>
          }
        />
      ) : (
        <EmptyState title="Find instalments by their contract">
          Give a client number, a contract number or a contract sequence. What is collected on a day is in the{' '}
          <Link component={RouterLink} underline="always" to={href(links.calendar())}>
            calendar
          </Link>
          .
        </EmptyState>
      )}
    </Page>
  );
}
