import type { Column } from '#kit/grid/columns.ts';
import { Unnamed } from './name.tsx';

interface Row {
  ClientNumber?: string | null;
  ClientName?: string | null;
}

/** The client's name with the number; the number alone if the name is unknown. */
export const clientColumn: Column<Row> = {
  fieldName: 'ClientName',
  label: 'Client',
  width: 236,
  cell: ({ ClientName, ClientNumber }) =>
    ClientName ? (
      <>
        {/* A long name is cut off, not the number after it. */}
        <span data-name="" style={{ maxWidth: `calc(100% - ${(ClientNumber?.length ?? 0) + 1}ch - var(--box, 0px))` }}>
          {ClientName}
        </span>{' '}
        <small>{ClientNumber}</small>
      </>
    ) : (
      ClientNumber && <Unnamed number={ClientNumber} />
    ),
  exported: ['ClientName', 'ClientNumber'],
};

/** Search texts of a contract's record. */
export const contractTexts = (row: Row & { ContractNumber?: string | null; ContractSequence?: number | null }) => [
  row.ClientName,
  `${row.ClientNumber ?? ''}/${row.ContractNumber ?? ''}`,
  row.ContractSequence,
];
