# DRAFT. A native reader has not reviewed these texts yet. Please review them.
# To correct a text, change it here and keep the values in braces. languages/GLOSSARY.md has the terms.

outcome-unreachable = เข้าถึงไม่ได้
change-to-allow = หากต้องการอนุญาต: { $change }
change-to-disallow = หากไม่ต้องการอนุญาต: { $change }
change-or-allow = หรือหากต้องการอนุญาตทั้งหมดใน { $place }: { $change }
change-or-disallow = หรือหากไม่ต้องการอนุญาตทั้งหมดใน { $place }: { $change }
change-place-this-crawler = { $path } สำหรับโปรแกรมรวบรวมข้อมูลนี้เท่านั้น
change-place-all-crawlers = { $path } สำหรับโปรแกรมรวบรวมข้อมูลทั้งหมด
change-place-all-crawlers-but = { $path } สำหรับโปรแกรมรวบรวมข้อมูลทั้งหมดยกเว้น { $names }
change-except = { $change } (กฎอื่นยังคงเป็นตัวตัดสินสำหรับ { $path })
change-unproved = { $change } (ไม่ได้พิสูจน์สำหรับทุก URL ในนั้น)
requested-as = ขอเป็น { $url }
readers-line = { $readers }: บรรทัด { $line }: { $text }
one-follows = { $name } ทำตามกลุ่มของ `{ $group }`
crawlers-count = โปรแกรมรวบรวมข้อมูล { $count } ตัว
others-follow-star = อีก { $count } ตัวทำตาม `*`
all-follow-star = ทั้ง { $count } ตัวทำตาม `*`
crawlers-follow = โปรแกรมรวบรวมข้อมูล { $count } ตัวทำตามกลุ่มของ `{ $group }`
whom-and-reason = { $whom }: { $reason }
json-names-crawlers = --format json แสดงชื่อโปรแกรมรวบรวมข้อมูลทุกตัว

label-detail = ภาษาอังกฤษ
label-help = วิธีแก้
label-also = บรรทัดอื่นที่เหมือนกัน
findings-cut = { $file }: { $lint }: แสดง { $shown } รายการแรกจาก { $found } รายการ
nothing-found = { $files } ไฟล์: ไม่พบปัญหา
findings-summary = { $files } ไฟล์: ข้อผิดพลาด { $errors } รายการ คำเตือน { $warnings } รายการ หมายเหตุ { $notes } รายการ
fixable-safely = แก้ไขได้ { $count } รายการด้วย --fix (ผลตัดสินคงเดิม)
fixable-all = แก้ไขได้ { $count } รายการด้วย --fix=all (ผลตัดสินอาจเปลี่ยน)
