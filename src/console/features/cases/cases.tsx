import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { call } from '#console/api/client.ts';
import { useConfig } from '#console/api/config.ts';
import type { CallError } from '#console/api/errors.ts';
import { useTenant } from '#console/api/tenant.ts';
import { LimitLink } from '#console/domain/limit-link.tsx';
import { Missing } from '#console/domain/missing.tsx';
import { ErrorState } from '#console/domain/outcome/error-state.tsx';
import type { Input, LooseOutput } from '#contract/operations.ts';
import { put, useAddress } from '#kit/address/address.ts';
import { PlainInput } from '#kit/form/plain-field.tsx';
import { Page } from '#kit/ui/page.tsx';
import { EmptyState, Skeletons } from '#kit/ui/states.tsx';
import { CaseView } from './view.tsx';

type Key = 'case_number' | 'external_ref';
type CaseKeys = Record<Key | 'organisation', string>;

/** The keys in the address; without an organisation the configured one. */
function useWanted(): [CaseKeys, (wanted: CaseKeys) => void] {
  const { organisation } = useConfig();
  const [query, change] = useAddress();
  const read = (name: string) => query.get(name) ?? '';
  const wanted = {
    case_number: read('case_number'),
    external_ref: read('external_ref'),
    organisation: read('organisation') || organisation,
  };
  const ask = (next: CaseKeys) => {
    const isOwn = next.organisation === organisation;
    change((now) => put(now, { ...next, ...(isOwn && { organisation: '' }) }));
  };
  return [wanted, ask];
}

function useCase({ case_number, external_ref, organisation }: CaseKeys) {
  const { merchant, product } = useTenant();
  const keys: Input<'caseView'> = { ...(case_number && { case_number }), ...(external_ref && { external_ref }) };
  return useQuery<LooseOutput<'caseView'>, CallError>({
    queryKey: ['caseView', merchant, product, organisation, keys],
    queryFn: async ({ signal }) =>
      (await call('caseView', { merchant, product, organisation }, keys, { signal })).record,
    enabled: case_number !== '' || external_ref !== '',
  });
}

function CaseForm({ wanted, onAsk }: { wanted: CaseKeys; onAsk: (wanted: CaseKeys) => void }) {
  const [typed, setTyped] = useState(wanted);
  const [shown, setShown] = useState(wanted);
  const { organisation } = useConfig();
  const [isOther, setOther] = useState(false);
  // The address may change under the form (Back, a finder link).
  if (JSON.stringify(wanted) !== JSON.stringify(shown)) {
    setShown(wanted);
    setTyped(wanted);
  }
  const input = (name: keyof CaseKeys, label: string, hint: string, takesFocus = false) => (
    <PlainInput
      label={label}
      hint={hint}
      name={name}
      autoFocus={takesFocus}
      type={name === 'organisation' ? 'text' : 'search'}
      autoComplete="off"
      spellCheck={false}
      value={typed[name]}
      onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
    />
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAsk({
      case_number: typed.case_number.trim(),
      external_ref: typed.external_ref.trim(),
      organisation: typed.organisation.trim(),
    });
  };
  return (
    <Box component="search" sx={{ mb: 1 }}>
      <Box
        component="form"
        onSubmit={submit}
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', md: '2fr 2fr minmax(min-content, 1fr) auto' },
          alignItems: 'start',
        }}
      >
        {input('case_number', 'Case number', 'The complete case number')}
        {input('external_ref', 'External reference', 'Often a contract or client number')}
        {isOther || wanted.organisation !== organisation ? (
          input('organisation', 'Organisation', 'Whose cases to search', isOther)
        ) : (
          <Button onClick={() => setOther(true)} sx={{ mt: { sm: 3 } }}>
            Other organisation
          </Button>
        )}
        <Button type="submit" variant="outlined" sx={{ mt: { sm: 3 } }}>
          Find
        </Button>
      </Box>
    </Box>
  );
}

/** Suggests the other key: a number may be an external reference. */
function NoCase({ wanted, onAsk }: { wanted: CaseKeys; onAsk: (wanted: CaseKeys) => void }) {
  const { case_number, external_ref, organisation } = wanted;
  const isBoth = case_number !== '' && external_ref !== '';
  const found = [case_number && `the case number “${case_number}”`, external_ref && `the reference “${external_ref}”`];
  return (
    <Missing what="case" where={`of organisation ${organisation} has ${found.filter(Boolean).join(' and ')}`}>
      {!isBoth && (
        <Button
          variant="outlined"
          onClick={() => onAsk({ organisation, case_number: external_ref, external_ref: case_number })}
        >
          Search {case_number ? 'external references' : 'case numbers'} instead
        </Button>
      )}
    </Missing>
  );
}

/** The interface has no list of cases. */
export function Cases() {
  const [wanted, ask] = useWanted();
  const { organisation } = useConfig();
  const read = useCase(wanted);
  const form = useRef<HTMLDivElement>(null);
  const hasKey = wanted.case_number !== '' || wanted.external_ref !== '';
  if (read.data) return <CaseView record={read.data} again={<CaseForm wanted={wanted} onAsk={ask} />} />;
  return (
    <Page title="Cases" lead={`Cases of organisation ${organisation}, all its merchants.`}>
      <div ref={form}>
        <CaseForm wanted={wanted} onAsk={ask} />
      </div>
      {!hasKey && (
        <EmptyState drawing="search" title="Find a case">
          Enter its number, the external reference that it was opened with, or both. Cases can’t be listed:{' '}
          <LimitLink topic="list-cases" />.
        </EmptyState>
      )}
      {hasKey && read.isLoading && <Skeletons rows={6} />}
      {read.error?.kind === 'notFound' && (
        <NoCase
          wanted={wanted}
          onAsk={(next) => {
            // The button disappears; the field of the other key gets the focus.
            const key = next.case_number ? 'case_number' : 'external_ref';
            form.current?.querySelector<HTMLElement>(`[name=${key}]`)?.focus();
            ask(next);
          }}
        />
      )}
      {read.error && read.error.kind !== 'notFound' && (
        <ErrorState error={read.error} retry={() => void read.refetch()} />
      )}
    </Page>
  );
}
