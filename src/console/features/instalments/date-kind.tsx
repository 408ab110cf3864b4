import { useNavigate } from 'react-router-dom';
import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { PlainSelect } from '#kit/form/plain-field.tsx';

const pages = { action: links.instalments, collection: links.omni };

/** Which date of the instalments is listed; each has its address. */
export function DateKind({ value }: { value: keyof typeof pages }) {
  const { href } = useTenant();
  const navigate = useNavigate();
  return (
    <PlainSelect
      label="Date"
      value={value}
      onChange={({ target }) => void navigate(href(pages[target.value as keyof typeof pages]()))}
    >
      <option value="action">Action date</option>
      <option value="collection">Collection date</option>
    </PlainSelect>
  );
}
