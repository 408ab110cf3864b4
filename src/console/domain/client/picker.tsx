import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, useMemo, useState, type ComponentType } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { useRead } from '#console/api/client.ts';
import { explain } from '#console/api/errors.ts';
import { useForbidden } from '#console/api/permission.ts';
import { productName, useTenant } from '#console/api/tenant.ts';
import { Combobox } from '#kit/form/combobox.tsx';
import type { Option } from '#kit/form/field-options.ts';
import { later } from '#kit/ui/later.tsx';
import { Muted } from '#kit/ui/muted.tsx';
import { Debtor, type ClientRecord, type KnownContract } from './check.tsx';
import { matchClient, parseClientSearch, searchClients } from './search.ts';

const NewClient = later(async () => (await import('./new-client.tsx')).NewClient);

const fiveMinutes = 300_000;
/** Maximum options; typing more narrows them. */
const most = 20;

interface Props {
  autoFocus?: boolean;
  /** Details about the selected client. */
  about?: ComponentType<{ client: ClientRecord; number: string; replaced?: KnownContract }>;
  /** The contract that the new one replaces; its number is continued. */
  replaced?: KnownContract;
}

const optionOf = ({ ClientNumber = '', ClientName }: ClientRecord): Option => ({
  code: ClientNumber ?? '',
  label: ClientName ?? ClientNumber ?? '',
  about: ClientName ? (ClientNumber ?? undefined) : undefined,
});

/** Clients matching the typed text. Accepts a plain number while the list is loading or unavailable. */
export function useClientOptions(text: string) {
  const isForbidden = useForbidden('clientList') !== undefined;
  const read = useRead('clientList', isForbidden ? null : {}, { staleTime: fiveMinutes });
  const clients = read.data?.records;
  useEffect(() => {
    if (!clients) return;
    // Prepares all clients for searching, in slices, before the first key press.
    const stop = new AbortController();
    searchClients(clients, parseClientSearch('\0'), 0, stop.signal).catch(() => undefined);
    return () => stop.abort();
  }, [clients]);
  return useMemo(() => {
    const sought = parseClientSearch(text);
    const found =
      text.trim() === ''
        ? (clients ?? [])
        : (clients ?? [])
            .flatMap((it) => matchClient(it, sought) ?? [])
            .toSorted((one, other) => one.rank - other.rank)
            .map(({ client }) => client);
    return { options: found.slice(0, most).map(optionOf), clients, isLoading: read.isLoading };
  }, [clients, text, read.isLoading]);
}

function Chosen({
  number,
  about: About = Debtor,
  replaced,
  onNew,
}: Pick<Props, 'about' | 'replaced'> & { number: string; onNew: () => void }) {
  const { merchant, product } = useTenant();
  const read = useRead('clientList', { ClientNumber: number });
  const client = read.data?.records[0];
  if (read.isLoading) return <Typography variant="body2">Looking up {number}…</Typography>;
  if (client) return <About client={client} number={number} replaced={replaced} />;
  if (read.error && read.error.kind !== 'notFound')
    return (
      <Muted>The client could not be looked up ({explain(read.error).title.toLowerCase()}); you can carry on.</Muted>
    );
  return (
    <Typography variant="body2" color="warning" component="div">
      No client {number} under merchant {merchant}, {productName(product)}.{' '}
      <Box
        component="button"
        type="button"
        onClick={onNew}
        sx={{
          all: 'unset',
          cursor: 'pointer',
          textDecoration: 'underline',
          color: 'primary.main',
          '&:focus-visible': { outline: 2 },
        }}
      >
        Create this client
      </Box>
    </Typography>
  );
}

/** Selects a client by any part of the name or number, or creates one. */
export function ClientPicker({ autoFocus, about, replaced }: Props) {
  const { control, setFocus } = useFormContext();
  const { field, fieldState } = useController({ name: 'ClientNumber', control, rules: { required: true } });
  const [text, setText] = useState('');
  const { options, clients, isLoading } = useClientOptions(text);
  const [isNew, setNew] = useState(false);
  const number = typeof field.value === 'string' ? field.value.trim() : '';
  const name = useMemo(() => clients?.find((it) => it.ClientNumber === number)?.ClientName, [clients, number]);
  const hint = isLoading ? 'Loading the names of clients…' : 'Search by name or client number';
  const choose = (next: string) => {
    setText('');
    field.onChange(next || null);
  };
  return (
    <div>
      <Combobox
        label="Client"
        required
        autoFocus={autoFocus}
        name="ClientNumber"
        inputRef={field.ref}
        onBlur={field.onBlur}
        text={name ? `${name} (${number})` : number}
        options={options}
        onSearch={setText}
        onChoose={({ code }) => choose(String(code))}
        onText={choose}
        last={{ label: text.trim() ? `New client “${text.trim()}”` : 'New client', onChoose: () => setNew(true) }}
        error={fieldState.error?.message}
        hint={number === '' && hint}
      />
      <Box aria-live="polite" sx={{ minHeight: 24, mt: 0.5 }}>
        {number !== '' && <Chosen number={number} about={about} replaced={replaced} onNew={() => setNew(true)} />}
      </Box>
      {isNew && (
        <NewClient
          typed={text.trim() || number}
          onClose={() => setNew(false)}
          onCreated={(created) => {
            setNew(false);
            choose(created);
            setFocus('ContractNumber');
          }}
        />
      )}
    </div>
  );
}
