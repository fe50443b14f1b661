// Rules of oxlint that its plugins do not have.

/** Members are `#name`; `private` is for parameters of constructors, which cannot be, and for constructors. */
const privateNames = {
  create(context) {
    const check = node => {
      if (node.accessibility !== 'private' || node.kind === 'constructor') return;
      context.report({ node, message: 'A private member must be spelled #name.' });
    };
    return { MethodDefinition: check, PropertyDefinition: check };
  }
};

export default { meta: { name: 'house' }, rules: { 'private-names': privateNames } };
