import { styled } from '@mui/material/styles';
import { useFormState } from 'react-hook-form';
import { Icon } from '#kit/ui/icons.tsx';
import { countText } from '#kit/ui/sums.ts';
import { faultText, type FieldFault } from './fault-text.ts';

const Line = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 8,
  flex: '1 1 200px',
  minWidth: 0,
  marginRight: 'auto',
  color: theme.vars.palette.error.main,
  overflowWrap: 'anywhere',
  '& > span': { minWidth: 0, flex: '0 1 auto' },
  '& > button': {
    all: 'unset',
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: 36,
    color: theme.vars.palette.text.primary,
    textDecoration: 'underline',
    textUnderlineOffset: 4,
    cursor: 'pointer',
    '&:focus-visible': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 2, borderRadius: 4 },
    [theme.breakpoints.down('sm')]: { minHeight: 44 },
  },
  [theme.breakpoints.down('sm')]: { flexBasis: '100%' },
}));

/** The message of a form, left of its buttons: how many fields are wrong, and what is wrong with none of its fields. */
export function FormMessage({ wrong = 0, others = [] }: { wrong?: number; others?: readonly string[] }) {
  if (wrong === 0 && others.length === 0) return null;
  return (
    <Line role="alert">
      <Icon name="warning" size={18} />
      <span>
        {[wrong > 0 && `${countText(wrong, ['field needs', 'fields need'])} attention`, ...others]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {wrong > 0 && (
        <button
          type="button"
          onClick={({ currentTarget }) =>
            currentTarget.closest('form, dialog')?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
          }
        >
          Show first
        </button>
      )}
    </Line>
  );
}

/** Of the wrong fields of the last submit and the page's own faults. Each disappears once it is corrected. */
export function CheckedMessage(props: { fieldNames: readonly string[]; faults: readonly FieldFault[] }) {
  const { fieldNames, faults } = props;
  const { errors } = useFormState();
  const named = new Set([...fieldNames, ...faults.flatMap(({ Field }) => Field ?? [])]);
  const wrong = [...named].filter((fieldName) => typeof errors[fieldName]?.message === 'string').length;
  return <FormMessage wrong={wrong} others={faults.filter(({ Field }) => !Field).map(faultText)} />;
}
