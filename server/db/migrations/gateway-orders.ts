/** The names by which gateways show charges: the order code and the count of the charge (decision 072). */
export const gatewayOrders = `
-- Null in a payment of before, whose charge has the id of the payment.
alter table payments add column gateway_order_id text unique;
`;
