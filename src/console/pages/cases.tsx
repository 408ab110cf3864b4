import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { LooseOutput } from '../../contract/operations.ts';
import { call } from '../api.ts';
import { useConfig } from '../config.ts';
import type { CallError } from '../errors.ts';
import { CaseView } from '../parts/case-view.tsx';
import { FindBox } from '../parts/find-box.tsx';
import { Page } from '../parts/page.tsx';
import { PlainSelect } from '../parts/plain-field.tsx';
import { EmptyState, ErrorState, Skeletons } from '../parts/states.tsx';
import { usePlace, type Place } from '../place.ts';

const kinds = { case_number: 'Case number', external_ref: 'External reference' } as const;
type Kind = keyof typeof kinds;

const other = (kind: Kind): Kind => (kind === 'case_number' ? 'external_ref' : 'case_number');

function useCase(place: Place, kind: Kind, text: string) {
  const { merchant, product } = place;
  return useQuery<LooseOutput<'caseView'>, CallError>({
    queryKey: ['caseView', merchant, product, { [kind]: text }],
    queryFn: async ({ signal }) => (await call('caseView', { merchant, product }, { [kind]: text }, { signal })).record,
    enabled: text !== '',
  });
}

/** One case, by its number or its external reference; the interface has no list of cases. */
export function Cases() {
  const place = usePlace();
  const { organisation } = useConfig();
  const [query, setQuery] = useSearchParams();
  const asked: Kind = query.get('external_ref') ? 'external_ref' : 'case_number';
  const text = query.get(asked) ?? '';
  const [choice, setChoice] = useState<Kind>();
  const kind = choice ?? asked;
  const read = useCase(place, asked, text);
  const find = (as: Kind, words: string) => {
    setChoice(undefined);
    setQuery(words ? { [as]: words } : {});
  };
  return (
    <Page title="Cases" lead={`Cases of organisation ${organisation}, for the merchants you have access to.`}>
      <Stack direction="row" spacing={2} useFlexGap sx={{ flexWrap: 'wrap', alignItems: 'start', mb: 1 }}>
        <Box sx={{ flex: '0 1 200px' }}>
          <PlainSelect label="Find by" value={kind} onChange={({ target }) => setChoice(target.value as Kind)}>
            {Object.entries(kinds).map(([word, label]) => (
              <option key={word} value={word}>
                {label}
              </option>
            ))}
          </PlainSelect>
        </Box>
        <FindBox
          label={kinds[kind]}
          hint={kind === 'case_number' ? 'The whole number, as it was given out' : 'Often a contract or client number'}
          value={text}
          onFind={(words) => find(kind, words)}
        />
      </Stack>
      {text === '' && (
        <EmptyState title="Find a case">
          Give its number, or the external reference that it was opened with. Cases are not listed: the service answers
          for one at a time.
        </EmptyState>
      )}
      {read.isLoading && <Skeletons rows={6} />}
      {read.error?.kind === 'notFound' && (
        <EmptyState
          title="No such case"
          action={
            <Button
              variant="outlined"
              onClick={({ currentTarget }) => {
                // The button goes; the box has what is looked for.
                currentTarget.closest('main')?.querySelector<HTMLElement>('input[type=search]')?.focus();
                find(other(asked), text);
              }}
            >
              Look for it as {other(asked) === 'case_number' ? 'a case number' : 'an external reference'}
            </Button>
          }
        >
          No case of organisation {organisation} has the {kinds[asked].toLowerCase()} “{text}”, or it belongs to a
          merchant you have no access to.
        </EmptyState>
      )}
      {read.error && read.error.kind !== 'notFound' && (
        <ErrorState error={read.error} retry={() => void read.refetch()} />
      )}
      {read.data && <CaseView record={read.data as Record<string, unknown>} />}
    </Page>
  );
}
