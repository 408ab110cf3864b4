import { codeLabel } from '#console/api/code-labels.ts';
import type { Column } from '#kit/grid/columns.ts';
import { FieldValue } from '#kit/ui/format.tsx';
import { adviceAgainst } from '#rules/return-reasons.ts';

export const reasonName = (code: string): string =>
  code === '' ? 'No reason given' : (codeLabel('InstalmentResult', code) ?? code);

/** `Account closed. Ask the client …`; '' if nothing is against collecting again. */
export function againstText(code: string | null | undefined): string {
  const advice = adviceAgainst(code ?? '', codeLabel('InstalmentResult', code ?? ''));
  return advice && `${reasonName(code ?? '')}. ${advice}`;
}

type ReasonField = 'InstalmentResult' | 'ResponseCode';

export const ReasonText = (props: { code: string; fieldName?: ReasonField; isShort?: boolean }) => {
  const { code, fieldName = 'InstalmentResult', isShort } = props;
  return code === '' ? 'No reason given' : <FieldValue fieldName={fieldName} value={code} isShort={isShort} />;
};

export const reasonColumn = <Row,>(fieldName: ReasonField, reasonOf: (row: Row) => string | undefined) =>
  ({
    fieldName,
    label: 'Reason',
    width: 186,
    isPlain: true,
    cell: (row) => {
      const code = reasonOf(row);
      return code && <FieldValue fieldName={fieldName} value={code} isShort />;
    },
    exported: [
      {
        fieldName: 'reason',
        label: 'Reason',
        value: (row) => {
          const code = reasonOf(row);
          return code && (codeLabel(fieldName, code) ?? code);
        },
      },
      { fieldName: 'code', label: 'Reason code', value: reasonOf },
    ],
  }) satisfies Column<Row>;
