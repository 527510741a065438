# DRAFT. A native reader has not reviewed these texts yet. Please review them.
# To correct a text, change it here and keep the values in braces. languages/GLOSSARY.md has the terms.

## The result in one word

outcome-allowed = อนุญาต
outcome-disallowed = ไม่อนุญาต
outcome-not-applicable = ใช้ไม่ได้
verdict = { $outcome }: { $reason }

## The reason of a verdict

reason-rule = บรรทัด { $line }: { $rule }
reason-empty-rule = บรรทัด { $line }: { $field } ที่ว่างเปล่าไม่จำกัดสิ่งใด
reason-no-rule-matched = ไม่มีกฎในกลุ่มของโปรแกรมรวบรวมข้อมูลที่ตรงกับ URL นี้
reason-no-group = ไม่มีกลุ่มที่ใช้กับโปรแกรมรวบรวมข้อมูลนี้ จึงดึงข้อมูลได้ทั้งหมด
reason-star-ignored = ไม่มีกลุ่มที่ระบุชื่อโปรแกรมรวบรวมข้อมูลนี้ และโปรแกรมนี้ไม่ทำตาม `*`
reason-empty-group = กลุ่มของโปรแกรมรวบรวมข้อมูลไม่มีกฎ จึงดึงข้อมูลได้ทั้งหมด
reason-no-file = ถือว่าไม่มี robots.txt
reason-unreachable-server-error = เข้าถึง robots.txt ไม่ได้: เซิร์ฟเวอร์ตอบกลับด้วยรหัส 5xx
reason-unreachable-too-many-requests = เข้าถึง robots.txt ไม่ได้: เซิร์ฟเวอร์ตอบกลับด้วยรหัส 429
reason-unreachable-network = เข้าถึง robots.txt ไม่ได้: เครือข่ายขัดข้อง
reason-unreachable-blocked-by-policy = เข้าถึง robots.txt ไม่ได้: นโยบายบล็อกที่อยู่ของเซิร์ฟเวอร์
reason-unreachable-busy = เข้าถึง robots.txt ไม่ได้: ไม่ได้ส่งคำขอเพราะมีคำขอรออยู่ที่นี่มากเกินไป
reason-unreachable-unconfirmed = เข้าถึง robots.txt ไม่ได้: ก่อนหน้านี้มีการห้ามบางอย่าง และคำตอบปัจจุบันยังไม่ได้รับการยืนยัน
reason-expired = เข้าถึง robots.txt ไม่ได้มา 30 วันและไม่มีสำเนาเหลืออยู่
reason-not-applicable = URL นี้เป็นของต้นทางอื่น โปรดตรวจสอบ robots.txt ของต้นทางนั้น
reason-crawler-ignores-robots-txt = โปรแกรมรวบรวมข้อมูลนี้ละเว้น robots.txt
reason-robots-txt-itself = อนุญาต /robots.txt เสมอ (RFC 9309 ส่วนที่ 2.2.2)
reason-in-group = { $reason } (กลุ่มของ { $agent } บรรทัด { $line })
reason-cut = { $reason }... ({ $bytes } ไบต์)

## What a disallowed URL means for search results

consequence-page = URL อาจยังแสดงอยู่โดยไม่มีคำอธิบาย หากไม่ต้องการให้ปรากฏในผลการค้นหา ให้อนุญาตการรวบรวมข้อมูลแล้วเพิ่ม noindex หรือตั้งรหัสผ่าน
consequence-media = ไฟล์นี้จะไม่แสดงในผลการค้นหารูปภาพ วิดีโอ และเสียงของ Google แต่หน้าอื่นอาจยังลิงก์มาที่ไฟล์นี้
consequence-resource = ระบบไม่ดึงไฟล์นี้เพื่อแสดงผล Google จึงประเมินหน้าเว็บโดยไม่มีไฟล์นี้ หากหน้าเว็บต้องใช้ ให้อนุญาต
consequence-document = เอกสารแนะนำของ Google ระบุเรื่องไฟล์ประเภทนี้ไว้ขัดแย้งกัน ตารางถือว่าเป็นหน้าเว็บซึ่ง URL อาจยังแสดงอยู่ แต่ข้อความระบุว่าไฟล์ถูกยกเว้น หากต้องการให้แน่ใจว่าไม่ปรากฏในผลการค้นหา ให้อนุญาตการรวบรวมข้อมูลแล้วส่งส่วนหัว X-Robots-Tag: noindex หรือตั้งรหัสผ่าน

## The explanation of a verdict

label-path = เส้นทาง
label-chain = ชื่อ
label-group = กลุ่ม
label-others = อื่นๆ
label-rules = กฎ
label-verdict = ผลตัดสิน
label-note = หมายเหตุ
label-asked = ที่ถาม
label-change = เปลี่ยน
label-file = ไฟล์
label-hops = คำขอ

group-followed = ทำตาม: เป็นกลุ่มของ { $name }
group-lost = ไม่ทำตาม: เป็นกลุ่มของ { $name } แต่ { $better } มีกลุ่มของตัวเอง
group-star-ignored = ไม่ทำตาม: โปรแกรมรวบรวมข้อมูลนี้ละเว้น *
group-for-others = ไม่ทำตาม: เป็นกลุ่มของโปรแกรมรวบรวมข้อมูลอื่น

rule-won = เป็นตัวตัดสิน
rule-shorter = ไม่ได้ใช้: รูปแบบสั้นกว่า
rule-tie-lost = ไม่ได้ใช้: รูปแบบยาวเท่ากัน และเมื่อเท่ากัน allow จะชนะ
rule-later = ไม่มีผล: บรรทัดก่อนหน้าระบุเหมือนกัน
rule-unasked = ไม่มีผล: ผลการตัดสินไม่ขึ้นกับกฎ

chain-no-group = { $name } (ไม่มีกลุ่ม)
chain-followed = { $name } ({ $groups } กลุ่ม, ทำตาม)
chain-not-needed = { $name } ({ $groups } กลุ่ม, ไม่จำเป็น)
chain-then = { $first } แล้วจึง { $next }

explained-group = บรรทัด { $line }: user-agent: { $agents }
agents-and-more = { $agents } และอีก { $count } รายการ
groups-for-others = { $groups } กลุ่มสำหรับโปรแกรมรวบรวมข้อมูลอื่น
explained-rule = บรรทัด { $line }: { $rule } (ลำดับความสำคัญ { $priority }): { $fate }
explained-rule-as-directory = บรรทัด { $line }: { $rule } (ลำดับความสำคัญ { $priority } ตรงกันในฐานะไดเรกทอรีของหน้าดัชนี): { $fate }
explained-rule-empty = บรรทัด { $line }: { $rule } (ว่างเปล่า ไม่จำกัดสิ่งใด)
rules-matching = กฎ { $rules } ข้อใน { $groups } กลุ่มที่ทำตาม ตรงกับเส้นทางนี้ { $matching } ข้อ
rule-matches = ตรงกับ { $path }
and-more = ... และอีก { $count } รายการ

undefined-conflict = { $documents } ไม่ได้กำหนดว่าบรรทัด { $first } หรือบรรทัด { $second } ชนะ โปรแกรมรวบรวมข้อมูลอื่นอาจตัดสินต่างออกไป
documents-of-2019 = เอกสารของ Google ปี 2019 ถึง 2021
documents-before-2019 = ข้อความของ Google ก่อนเดือนกรกฎาคม 2019
documents-of-2021-star = ตามเอกสารของ Google ปี 2021 `*` ใช้กับโปรแกรมนี้

## The smallest change that reverses a verdict

suggestion-add-rule = เพิ่ม "{ $rule }" หลังบรรทัด { $line }
suggestion-add-to-groups = { $count ->
   *[other] เพิ่ม "{ $rule }" หลังบรรทัด { $lines }
}
suggestion-add-to-groups-and-star = { $count ->
   *[other] เพิ่ม "{ $rule }" หลังบรรทัด { $lines } และในกลุ่มใหม่สำหรับ *
}
suggestion-add-group = { $repeated ->
    [0] เพิ่มกลุ่มที่ท้ายไฟล์: "User-agent: { $agent }", "{ $rule }"
    [1] เพิ่มกลุ่มที่ท้ายไฟล์: "User-agent: { $agent }", "{ $rule }" และบรรทัดที่ทำตามอยู่ตอนนี้
   *[other] เพิ่มกลุ่มที่ท้ายไฟล์: "User-agent: { $agent }", "{ $rule }" และ { $repeated } บรรทัดที่ทำตามอยู่ตอนนี้
}
suggestion-reverse = เปลี่ยนช่องข้อมูลในบรรทัด { $line } เป็น { $field }
suggestion-remove = ลบบรรทัด { $line }

severity-error = ข้อผิดพลาด
severity-warning = คำเตือน
severity-note = หมายเหตุ
