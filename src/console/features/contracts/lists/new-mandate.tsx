import { useTenant } from '#console/api/tenant.ts';
import { links } from '#console/domain/links.ts';
import { ActionButton } from '#kit/list/action-button.tsx';
import { Menu } from '#kit/ui/menu.tsx';

/** The main action of the contracts. A contract without mandate is the exception, in a menu next to it unless `isAlone`. */
export function NewMandate({ type, isAlone = false }: { type?: string; isAlone?: boolean }) {
  const { href } = useTenant();
  return (
    <>
      <ActionButton operation="mandateCreate" variant="contained" to={href(links.mandateCreate({ type }))}>
        New mandate
      </ActionButton>
      {!isAlone && (
        <Menu
          label="More"
          name="More ways to collect"
          items={[{ label: 'Contract without mandate', operation: 'contractCreate', to: href(links.contractCreate()) }]}
        />
      )}
    </>
  );
}
