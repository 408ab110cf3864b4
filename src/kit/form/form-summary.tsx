import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useFormContext, useFormState } from 'react-hook-form';
import { labelFor } from '#kit/host.ts';
import { Notice } from '#kit/ui/notice.tsx';
import { faultText, type FieldFault } from './fault-text.ts';

/** Wrong fields of the last submit and the service's faults. Each disappears once it is corrected. */
export function FormSummary({ fieldNames, faults }: { fieldNames: readonly string[]; faults: readonly FieldFault[] }) {
  const { setFocus } = useFormContext();
  const { errors } = useFormState();
  const named = new Set([...fieldNames, ...faults.flatMap(({ Field }) => Field ?? [])]);
  const open = [...named].flatMap((fieldName) => {
    const message = errors[fieldName]?.message;
    return typeof message === 'string' ? [{ fieldName, message }] : [];
  });
  const general = faults.filter(({ Field }) => !Field);
  const count = open.length + general.length;
  if (count === 0) return null;
  return (
    <Notice tone="error">
      {count === 1 ? 'One thing needs' : `${count} things need`} attention:
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {open.map(({ fieldName, message }) => {
          const label = labelFor(fieldName);
          // `Enter a branch.` names its field.
          const isNamed = message.toLowerCase().includes(label.toLowerCase());
          return (
            <li key={fieldName}>
              <Link component="button" type="button" color="inherit" onClick={() => setFocus(fieldName)}>
                {isNamed ? message : label}
              </Link>
              {!isNamed && `: ${message}`}
            </li>
          );
        })}
        {general.map((fault) => (
          <li key={`${fault.Code} ${fault.Message}`}>{faultText(fault)}</li>
        ))}
      </Box>
    </Notice>
  );
}
