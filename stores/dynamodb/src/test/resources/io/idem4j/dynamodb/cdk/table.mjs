import { App, Stack } from 'aws-cdk-lib';
// region table
import { AttributeType, BillingMode, Table } from 'aws-cdk-lib/aws-dynamodb';

export function idempotencyTable(scope) {
  return new Table(scope, 'Idempotency', {
    tableName: 'idempotency',
    partitionKey: { name: 'id', type: AttributeType.STRING },
    billingMode: BillingMode.PAY_PER_REQUEST,
    timeToLiveAttribute: 'expiration',
  });
}
// endregion

const app = new App();
const stack = new Stack(app, 'Orders');
idempotencyTable(stack);
console.log(JSON.stringify(app.synth().getStackByName('Orders').template.Resources));
